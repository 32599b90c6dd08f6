// WorkPart: which part of a piece of work this process is, as the scheduler that started it says in its
// environment: a task of an array, a rank of a launcher, or a rank inside a task.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace comodin {

inline constexpr std::uint64_t kPartsMax = 10000;  // of one piece of work

struct WorkPart {
  std::uint64_t number = 1, of = 1;  // counted from 1
};

// What a scheduler calls its variables. Null: it has no such variable.
struct Scheduler {
  const char* name;
  bool ranks;           // its processes share one task of an array, and each counts on its own
  const char* index;    // who this is …
  const char* none;     // … unless it has this value
  const char* first;    // the first index …
  int first_if_unsaid;  // … or what it is if no variable says so; below 0: it has to be named
  const char *last, *count, *step;
  bool for_job;       // the count is told to the whole job, to processes without an index as well
  const char* start;  // how to be started so that all of them are set
};

// All that are known; of the ranks those first that are started by the others.
std::span<const Scheduler> schedulers();

// A variable's value, or null.
using Environment = std::function<const char*(const char* name)>;

// "" for what the environment says, or the indices of the array where it does not say which there are:
// "1-100", "0-198:2". False, and why: what was seen, and what to do.
bool find_work_part(const Environment& environment, std::string_view indices, WorkPart& out,
                    std::string& why);

// "3/8", or "auto", or "auto:1-100".
bool read_work_part(std::string_view text, const Environment& environment, WorkPart& out, std::string& why);

}  // namespace comodin
