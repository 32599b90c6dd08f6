// TunePart: one of many processes that tune together. Each plays its part of a generation's candidates and
// keeps their values in a journal; all read what the others found, and so all take the same steps. Who finds
// that others are slow, dead or not started yet, plays their candidates as well: any one of them can finish
// alone.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lab/tuner.hpp"
#include "parts/journal_file.hpp"
#include "parts/work_part.hpp"

namespace comodin {

class TunePart {
 public:
  // `about` says what is tuned, in lines; parts with other lines are not listened to. `folder` ends in a
  // slash. False, and why, if this part's file cannot be written or is not its own.
  bool open(const std::string& folder, const std::string& about, const WorkPart& part, std::string& why);

  // The values of all candidates of one search: those that are known, the others played on so many threads.
  bool judge(int search, const Candidates& candidates, int threads, std::vector<double>& values,
             std::string& why);

  std::uint64_t played() const { return played_; }      // here, by this process
  std::uint64_t restored() const { return restored_; }  // values that the file held

 private:
  struct Value {
    Key fingerprint = 0;
    double value = 0;
  };
  using Address = std::pair<std::pair<int, int>, std::size_t>;  // search, generation, candidate
  struct Other {
    std::string path;
    std::unique_ptr<JournalReader> journal;  // none yet
  };

  bool learn(const std::string& body);
  bool listen(Other& other);
  bool listen_to_all();
  std::vector<std::size_t> choose(const std::vector<std::size_t>& missing, std::size_t most, bool mine) const;
  bool play(int search, const Candidates& candidates, const std::vector<std::size_t>& chosen, int threads,
            std::string& why);
  bool take_known(int search, const Candidates& candidates, std::vector<double>& values,
                  std::vector<std::size_t>& missing, std::string& why) const;

  WorkPart part_;
  std::string about_;
  JournalFile file_;
  std::vector<Other> others_;
  std::map<Address, Value> known_;
  std::uint64_t played_ = 0, restored_ = 0;
};

}  // namespace comodin
