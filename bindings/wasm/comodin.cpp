// The exports of comodin.wasm (README.md). A text goes in through input(). What comes out lies at output()
// until the next call; the call's result is its length.
#include <cstdint>
#include <utility>

#include "bindings/wasm/page_engine.hpp"

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(name)))
#else
#define EXPORT(name)
#endif

namespace comodin {
namespace {

constexpr std::uint32_t kInputMax = 8u << 20;  // bytes of one text

PageEngine& engine() {
  static PageEngine one;
  return one;
}

std::string given, said;

// The text of this call, which is then used up.
std::string taken() { return std::exchange(given, {}); }

std::uint32_t give(std::string text) {
  said = std::move(text);
  return static_cast<std::uint32_t>(said.size());
}

}  // namespace

extern "C" {

// Room for a text of so many bytes; null if that is too long.
EXPORT("input") char* comodin_input(std::uint32_t size) {
  if (size > kInputMax) return nullptr;
  given.assign(size, '\0');
  return given.data();
}
EXPORT("output") const char* comodin_output() { return said.data(); }

EXPORT("about") std::uint32_t comodin_about() { return give(engine().about()); }
EXPORT("rule") std::uint32_t comodin_rule() { return give(engine().rule(taken())); }
EXPORT("clause") std::uint32_t comodin_clause() { return give(engine().clause(taken())); }

EXPORT("begin") std::uint32_t comodin_begin() { return give(engine().begin(taken())); }
EXPORT("resume") std::uint32_t comodin_resume() { return give(engine().resume(taken())); }
EXPORT("practise") std::uint32_t comodin_practise() { return give(engine().practise(taken())); }
EXPORT("look") std::uint32_t comodin_look() { return give(engine().look()); }
EXPORT("deal") std::uint32_t comodin_deal() { return give(engine().deal()); }
EXPORT("move") std::uint32_t comodin_move(int at) { return give(engine().move(taken(), at)); }
EXPORT("why") std::uint32_t comodin_why() { return give(engine().why(taken())); }
EXPORT("next") std::uint32_t comodin_next() { return give(engine().next()); }
EXPORT("go") std::uint32_t comodin_go() { return give(engine().go()); }
EXPORT("hint") std::uint32_t comodin_hint(int slices) { return give(engine().hint(slices)); }
EXPORT("saved") std::uint32_t comodin_saved() { return give(engine().saved()); }
EXPORT("record") std::uint32_t comodin_record() { return give(engine().record()); }
EXPORT("deck") std::uint32_t comodin_deck() { return give(engine().deck()); }

EXPORT("open") std::uint32_t comodin_open() { return give(engine().open(taken())); }
EXPORT("at") std::uint32_t comodin_at(int step, int viewer) { return give(engine().at(step, viewer)); }
EXPORT("chances") std::uint32_t comodin_chances(int step, int worlds) {
  return give(engine().chances(step, worlds));
}
EXPORT("prospects") std::uint32_t comodin_prospects(int step, int worlds) {
  return give(engine().prospects(step, worlds));
}

EXPORT("prove") std::uint32_t comodin_prove() { return give(engine().prove(taken())); }
EXPORT("proved") std::uint32_t comodin_proved(int step, int viewer) {
  return give(engine().proved(step, viewer));
}
EXPORT("sha256") std::uint32_t comodin_sha256() { return give(engine().sha256(taken())); }

EXPORT("trial") std::uint32_t comodin_trial() { return give(engine().trial(taken())); }
EXPORT("trialRun") std::uint32_t comodin_trial_run(int hands) { return give(engine().trial_run(hands)); }

EXPORT("signature") std::uint32_t comodin_signature() { return give(engine().signature()); }
EXPORT("bench") std::uint32_t comodin_bench(int hands) { return give(engine().bench(hands)); }

}  // extern "C"

}  // namespace comodin
