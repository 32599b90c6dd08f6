// Keys, clicks and pastes out of bytes; and garbage.
#include <gtest/gtest.h>

#include "clients/terminal/input.hpp"
#include "engine/chance.hpp"

namespace comodin {
namespace {

std::vector<Input> read(std::string_view bytes) {
  InputParser parser;
  std::vector<Input> out;
  parser.feed(bytes, out);
  parser.flush(out);
  return out;
}

std::vector<Stroke> keys(std::string_view bytes) {
  std::vector<Stroke> out;
  for (const Input& input : read(bytes)) out.push_back(input.key);
  return out;
}

using Keys = std::vector<Stroke>;

TEST(Input, keys) {
  EXPECT_EQ(keys("\x1b[A\x1b[B\x1b[C\x1b[D"), (Keys{Stroke::Up, Stroke::Down, Stroke::Right, Stroke::Left}));
  EXPECT_EQ(keys("\x1bOA\x1bOP\x1b[11~"), (Keys{Stroke::Up, Stroke::Help, Stroke::Help}));
  EXPECT_EQ(keys("\x1b[1;5C\x1b[5~\x1b[6~\x1b[3~\x1b[Z"),
            (Keys{Stroke::Right, Stroke::PageUp, Stroke::PageDown, Stroke::Delete, Stroke::BackTab}));
  EXPECT_EQ(keys("\r\t\x7f\x1b"), (Keys{Stroke::Enter, Stroke::Tab, Stroke::Backspace, Stroke::Escape}));
  EXPECT_EQ(keys("\x03\x1a\x0c"), (Keys{Stroke::Quit, Stroke::Suspend, Stroke::Redraw}));
  EXPECT_TRUE(read("ñ")[0].is(U'ñ'));
  EXPECT_EQ(keys("\x1b"
                 "a"),
            (Keys{Stroke::Escape, Stroke::Char}));
}

TEST(Input, comes_in_any_pieces) {
  const std::string bytes = "a\x1b[A\x1b[<0;12;5Mñ\x1b[200~hola\x1b[201~\x1b[6~u";
  const std::vector<Input> whole = read(bytes);
  ASSERT_EQ(whole.size(), 7u);
  for (std::size_t cut = 1; cut < bytes.size(); ++cut) {
    InputParser parser;
    std::vector<Input> out;
    parser.feed(bytes.substr(0, cut), out);
    parser.feed(bytes.substr(cut), out);
    EXPECT_EQ(out, whole) << cut;
  }
}

TEST(Input, mouse) {
  const auto inputs =
      read("\x1b[<0;12;5M\x1b[<0;12;5m\x1b[<64;1;1M\x1b[<65;1;1M\x1b[<2;3;3M\x1b[<0;0;0M\x1b[<M");
  ASSERT_EQ(inputs.size(), 3u);
  EXPECT_EQ(inputs[0], (Input{.key = Stroke::Click, .x = 11, .y = 4}));
  EXPECT_EQ(inputs[1].key, Stroke::WheelUp);
  EXPECT_EQ(inputs[2].key, Stroke::WheelDown);
}

TEST(Input, a_paste_is_one_input_and_bounded) {
  const auto inputs = read("\x1b[200~next draws 2\x1b[Aq\x1b[201~x");
  ASSERT_EQ(inputs.size(), 2u);
  EXPECT_EQ(inputs[0].text, "next draws 2\x1b[Aq");
  EXPECT_TRUE(inputs[1].is(U'x'));
  const auto large = read("\x1b[200~" + std::string(100000, 'z') + "\x1b[201~");
  ASSERT_EQ(large.size(), 1u);
  EXPECT_EQ(large[0].text.size(), kPasteMax);
}

TEST(Input, unknown_sequences_are_dropped_whole) {
  EXPECT_EQ(keys("\x1b[?1;2c\x1b[>0q\x1b[12;40Ra"), Keys{Stroke::Char});
  EXPECT_EQ(keys("\x1b[M !!u"), Keys{Stroke::Char});  // the old mouse report
}

// Any bytes, in any pieces: it never hangs, and what comes afterwards is understood again.
TEST(Input, survives_garbage) {
  Random random(11);
  for (int round = 0; round < 20000; ++round) {
    InputParser parser;
    std::vector<Input> out;
    const std::uint32_t pieces = 1 + random.below(4);
    for (std::uint32_t piece = 0; piece < pieces; ++piece) {
      std::string bytes;
      for (std::uint32_t k = random.below(24); k > 0; --k)
        bytes +=
            random.one_in(3) ? "\x1b[<;0129~M\x1b"[random.below(11)] : static_cast<char>(random.below(256));
      parser.feed(bytes, out);
      if (random.one_in(2)) parser.flush(out);
    }
    parser.feed("\x1b[201~", out);  // ends a paste that the garbage may have begun
    parser.flush(out);
    out.clear();
    parser.feed("u", out);
    ASSERT_EQ(out.size(), 1u);
    ASSERT_TRUE(out[0].is(U'u')) << round;
  }
}

}  // namespace
}  // namespace comodin
