// The module's twin: the same calls, in native code, must give the same texts to the last byte: bots' moves,
// hints, chances, records. tools/wasm_check.mjs writes the calls down, with what the module said.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>

#include "bindings/wasm/page_engine.hpp"

namespace comodin {
namespace {

using Numbers = std::vector<int>;
using Call = std::function<std::string(PageEngine&, const std::string&, const Numbers&)>;

const std::map<std::string, Call>& calls() {
  using P = PageEngine;
  const auto bare = [](std::string (P::*f)()) -> Call {
    return [f](P& page, const std::string&, const Numbers&) { return (page.*f)(); };
  };
  const auto quiet = [](std::string (P::*f)() const) -> Call {
    return [f](P& page, const std::string&, const Numbers&) { return (page.*f)(); };
  };
  const auto text = [](auto f) -> Call {
    return [f](P& page, const std::string& t, const Numbers&) { return (page.*f)(t); };
  };
  const auto one = [](std::string (P::*f)(int)) -> Call {
    return [f](P& page, const std::string&, const Numbers& n) { return (page.*f)(n.at(0)); };
  };
  const auto two = [](std::string (P::*f)(int, int) const) -> Call {
    return [f](P& page, const std::string&, const Numbers& n) { return (page.*f)(n.at(0), n.at(1)); };
  };
  const Call move = [](P& page, const std::string& t, const Numbers& n) { return page.move(t, n.at(0)); };
  static const std::map<std::string, Call> all = {
      {"move", move},
      {"about", bare(&P::about)},
      {"rule", text(&P::rule)},
      {"clause", text(&P::clause)},
      {"begin", text(&P::begin)},
      {"resume", text(&P::resume)},
      {"practise", text(&P::practise)},
      {"look", quiet(&P::look)},
      {"deal", bare(&P::deal)},
      {"why", text(&P::why)},
      {"next", bare(&P::next)},
      {"go", bare(&P::go)},
      {"hint", one(&P::hint)},
      {"saved", quiet(&P::saved)},
      {"record", quiet(&P::record)},
      {"deck", quiet(&P::deck)},
      {"open", text(&P::open)},
      {"at", two(&P::at)},
      {"chances", two(&P::chances)},
      {"prospects", two(&P::prospects)},
      {"trial", text(&P::trial)},
      {"trialRun", one(&P::trial_run)},
      {"prove", text(&P::prove)},
      {"proved", two(&P::proved)},
      {"sha256", text(&P::sha256)},
      {"signature", bare(&P::signature)},
      {"bench", one(&P::bench)},
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
  PageEngine engine;
  std::string name, text, said;
  Numbers numbers;
  int done = 0;
  for (; read_call(in, name, text, numbers, said); ++done)
    ASSERT_EQ(calls().at(name)(engine, text, numbers), said) << "call " << done << ", " << name;
  EXPECT_TRUE(in.eof());
  EXPECT_GT(done, 1000);
}

}  // namespace
}  // namespace comodin
