#include "programs/lapses.hpp"

namespace comodin {

std::string describe(const Lapses& lapses) {
  std::string out = std::to_string(lapses.late) + " late, " + std::to_string(lapses.wrong) + " wrong, " +
                    std::to_string(lapses.dead) + " dead of " + std::to_string(lapses.asked) + " questions";
  if (lapses.never_played()) out = "never played: " + out;
  return lapses.last.empty() ? out : out + "; the last: " + lapses.last;
}

}  // namespace comodin
