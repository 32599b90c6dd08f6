// Lapses: the choices that a program has lost, and why. For each, a legal move was made instead.
#pragma once

#include <cstdint>
#include <string>

namespace comodin {

struct Lapses {
  std::int64_t asked = 0;  // all questions
  std::int64_t late = 0;   // no answer in time
  std::int64_t wrong = 0;  // an invalid answer
  std::int64_t dead = 0;   // it was not running
  std::string last;        // what was wrong, the last time; plain characters, one line

  std::int64_t lost() const { return late + wrong + dead; }
  bool any() const { return lost() > 0; }
  bool never_played() const { return asked > 0 && lost() >= asked; }
  void add(const Lapses& more) {
    asked += more.asked;
    late += more.late;
    wrong += more.wrong;
    dead += more.dead;
    if (!more.last.empty()) last = more.last;
  }
  // What has come on top of what there was.
  Lapses since(const Lapses& before) const {
    Lapses out{asked - before.asked, late - before.late, wrong - before.wrong, dead - before.dead, {}};
    if (out.any()) out.last = last;
    return out;
  }
};

// "3 late, 1 wrong, 0 dead of 120 questions; the last: …"
std::string describe(const Lapses& lapses);

}  // namespace comodin
