// The module's twin: the same calls, as native code, must give the same texts to the last bit: bots' moves,
// hints, chances, records. tools/wasm_check.mjs writes the calls down, with what the module said.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>

#include "bindings/wasm/session.hpp"

namespace comodin {
namespace {

using Numbers = std::vector<int>;
using Call = std::function<std::string(Session&, const std::string&, const Numbers&)>;

const std::map<std::string, Call>& calls() {
  using S = Session;
  const auto bare = [](std::string (S::*f)()) -> Call {
    return [f](S& s, const std::string&, const Numbers&) { return (s.*f)(); };
  };
  const auto quiet = [](std::string (S::*f)() const) -> Call {
    return [f](S& s, const std::string&, const Numbers&) { return (s.*f)(); };
  };
  const auto text = [](auto f) -> Call {
    return [f](S& s, const std::string& t, const Numbers&) { return (s.*f)(t); };
  };
  const auto one = [](std::string (S::*f)(int)) -> Call {
    return [f](S& s, const std::string&, const Numbers& n) { return (s.*f)(n.at(0)); };
  };
  const auto two = [](std::string (S::*f)(int, int) const) -> Call {
    return [f](S& s, const std::string&, const Numbers& n) { return (s.*f)(n.at(0), n.at(1)); };
  };
  static const std::map<std::string, Call> all = {
      {"about", bare(&S::about)},         {"rule", text(&S::rule)},      {"clause", text(&S::clause)},
      {"begin", text(&S::begin)},         {"resume", text(&S::resume)},  {"practise", text(&S::practise)},
      {"look", quiet(&S::look)},          {"deal", bare(&S::deal)},      {"move", text(&S::move)},
      {"next", bare(&S::next)},           {"go", bare(&S::go)},          {"hint", one(&S::hint)},
      {"saved", quiet(&S::saved)},        {"record", quiet(&S::record)}, {"deck", quiet(&S::deck)},
      {"open", text(&S::open)},           {"at", two(&S::at)},           {"chances", two(&S::chances)},
      {"prospects", two(&S::prospects)},  {"trial", text(&S::trial)},    {"trialRun", one(&S::trial_run)},
      {"prove", text(&S::prove)},         {"proved", two(&S::proved)},  {"sha256", text(&S::sha256)},
      {"signature", bare(&S::signature)}, {"bench", one(&S::bench)},
  };
  return all;
}

// "NAME BYTES NUMBERS…" and that many bytes; "BYTES" and what the module said.
bool read_call(std::istream& in, std::string& name, std::string& text, Numbers& numbers, std::string& said) {
  std::size_t size = 0;
  int count = 0;
  if (!(in >> name >> size >> count)) return false;
  numbers.resize(static_cast<std::size_t>(count));
  for (int& number : numbers) in >> number;
  in.get();
  text.resize(size);
  in.read(text.data(), static_cast<std::streamsize>(size));
  in >> size;
  in.get();
  said.resize(size);
  in.read(said.data(), static_cast<std::streamsize>(size));
  return static_cast<bool>(in);
}

TEST(Twin, SaysTheSame) {
  const char* path = std::getenv("COMODIN_WASM_CALLS");
  if (!path) GTEST_SKIP() << "COMODIN_WASM_CALLS is not set";
  std::ifstream in(path, std::ios::binary);
  Session session;
  std::string name, text, said;
  Numbers numbers;
  int done = 0;
  for (; read_call(in, name, text, numbers, said); ++done)
    ASSERT_EQ(calls().at(name)(session, text, numbers), said) << "call " << done << ", " << name;
  EXPECT_TRUE(in.eof());
  EXPECT_GT(done, 1000);
}

}  // namespace
}  // namespace comodin
