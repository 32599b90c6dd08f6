// What comes from a terminal, cut in two at the place that the first byte names: nothing grows beyond its
// bound, and the next key is understood.
#include "clients/terminal/cells.hpp"
#include "clients/terminal/input.hpp"
#include "tests/fuzz/common.hpp"

using namespace comodin;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = fuzz::text_of(data, size);
  const std::size_t cut = size ? data[0] % (size + 1) : 0;
  InputParser parser;
  std::vector<Input> out;
  parser.feed(bytes.substr(0, cut), out);
  parser.feed(bytes.substr(cut), out);
  LAW(out.size() <= size);
  for (const Input& input : out) {
    LAW(input.key != Stroke::None && input.text.size() <= kPasteMax && input.x >= 0 && input.y >= 0);
    LAW(input.key != Stroke::Char || (input.character >= 0x20 && input.character <= 0x10FFFF));
    LAW(text_width(shortened(input.text, 9)) <= 9);
  }
  parser.feed("\x1b[201~", out);  // the end of a paste that may have begun
  parser.flush(out);
  out.clear();
  parser.feed("u", out);
  LAW(out.size() == 1 && out[0].is(U'u'));
  return 0;
}
