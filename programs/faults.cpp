#include "programs/faults.hpp"

namespace comodin {

std::string describe(const Faults& faults) {
  std::string out = std::to_string(faults.late) + " late, " + std::to_string(faults.wrong) + " wrong, " +
                    std::to_string(faults.dead) + " dead of " + std::to_string(faults.asked) + " questions";
  if (faults.never_played()) out = "never played: " + out;
  return faults.last.empty() ? out : out + "; the last: " + faults.last;
}

}  // namespace comodin
