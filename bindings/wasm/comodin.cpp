// The exports of comodin.wasm (README.md). A text goes in through input(); what comes out lies at output(),
// as long as the call's result says, until the next call.
#include <cstdint>

#include "bindings/wasm/session.hpp"

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(name)))
#else
#define EXPORT(name)
#endif

namespace comodin {
namespace {

constexpr std::uint32_t kInputMax = 8u << 20;  // bytes of one text

Session& session() {
  static Session one;
  return one;
}

std::string in, out;

// The text of this call; it is used up.
std::string taken() { return std::exchange(in, {}); }

std::uint32_t give(std::string text) {
  out = std::move(text);
  return static_cast<std::uint32_t>(out.size());
}

}  // namespace

extern "C" {

// Room for a text of so many bytes; null if that is too long.
EXPORT("input") char* comodin_input(std::uint32_t size) {
  if (size > kInputMax) return nullptr;
  in.assign(size, '\0');
  return in.data();
}
EXPORT("output") const char* comodin_output() { return out.data(); }

EXPORT("about") std::uint32_t comodin_about() { return give(session().about()); }
EXPORT("rule") std::uint32_t comodin_rule() { return give(session().rule(taken())); }
EXPORT("clause") std::uint32_t comodin_clause() { return give(session().clause(taken())); }

EXPORT("begin") std::uint32_t comodin_begin() { return give(session().begin(taken())); }
EXPORT("resume") std::uint32_t comodin_resume() { return give(session().resume(taken())); }
EXPORT("practise") std::uint32_t comodin_practise() { return give(session().practise(taken())); }
EXPORT("look") std::uint32_t comodin_look() { return give(session().look()); }
EXPORT("deal") std::uint32_t comodin_deal() { return give(session().deal()); }
EXPORT("move") std::uint32_t comodin_move() { return give(session().move(taken())); }
EXPORT("next") std::uint32_t comodin_next() { return give(session().next()); }
EXPORT("go") std::uint32_t comodin_go() { return give(session().go()); }
EXPORT("hint") std::uint32_t comodin_hint(int slices) { return give(session().hint(slices)); }
EXPORT("saved") std::uint32_t comodin_saved() { return give(session().saved()); }
EXPORT("record") std::uint32_t comodin_record() { return give(session().record()); }
EXPORT("deck") std::uint32_t comodin_deck() { return give(session().deck()); }

EXPORT("open") std::uint32_t comodin_open() { return give(session().open(taken())); }
EXPORT("at") std::uint32_t comodin_at(int step, int viewer) { return give(session().at(step, viewer)); }
EXPORT("chances") std::uint32_t comodin_chances(int step, int worlds) {
  return give(session().chances(step, worlds));
}
EXPORT("prospects") std::uint32_t comodin_prospects(int step, int worlds) {
  return give(session().prospects(step, worlds));
}

EXPORT("prove") std::uint32_t comodin_prove() { return give(session().prove(taken())); }
EXPORT("proved") std::uint32_t comodin_proved(int step, int viewer) {
  return give(session().proved(step, viewer));
}
EXPORT("sha256") std::uint32_t comodin_sha256() { return give(session().sha256(taken())); }

EXPORT("trial") std::uint32_t comodin_trial() { return give(session().trial(taken())); }
EXPORT("trialRun") std::uint32_t comodin_trial_run(int hands) { return give(session().trial_run(hands)); }

EXPORT("signature") std::uint32_t comodin_signature() { return give(session().signature()); }
EXPORT("bench") std::uint32_t comodin_bench(int hands) { return give(session().bench(hands)); }

}  // extern "C"

}  // namespace comodin
