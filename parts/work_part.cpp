#include "parts/work_part.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "notation/number.hpp"

namespace comodin {
namespace {

constexpr std::uint64_t kIndexMax = 1'000'000'000;
constexpr int kUnnamed = -1;

constexpr Scheduler kSchedulers[] = {
    {"Slurm array", false, "SLURM_ARRAY_TASK_ID", nullptr, "SLURM_ARRAY_TASK_MIN", kUnnamed,
     "SLURM_ARRAY_TASK_MAX", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_STEP", false,
     "sbatch --array=1-100"},
    {"SGE array", false, "SGE_TASK_ID", "undefined", "SGE_TASK_FIRST", kUnnamed, "SGE_TASK_LAST", nullptr,
     "SGE_TASK_STEPSIZE", false, "qsub -t 1-100"},
    {"LSF array", false, "LSB_JOBINDEX", "0", nullptr, 1, "LSB_JOBINDEX_END", nullptr, "LSB_JOBINDEX_STEP",
     false, "bsub -J \"name[1-100]\""},
    {"AWS Batch array", false, "AWS_BATCH_JOB_ARRAY_INDEX", nullptr, nullptr, 0, nullptr,
     "AWS_BATCH_JOB_ARRAY_SIZE", nullptr, false, "an array job"},
    {"PBS array", false, "PBS_ARRAY_INDEX", nullptr, nullptr, kUnnamed, nullptr, nullptr, nullptr, false,
     "qsub -J 1-100"},
    {"Torque array", false, "PBS_ARRAYID", nullptr, nullptr, kUnnamed, nullptr, nullptr, nullptr, false,
     "qsub -t 1-100"},
    {"Kubernetes indexed job", false, "JOB_COMPLETION_INDEX", nullptr, nullptr, 0, nullptr, nullptr, nullptr,
     false, "completionMode: Indexed"},
    {"GNU parallel", false, "PARALLEL_SEQ", nullptr, nullptr, kUnnamed, nullptr, nullptr, nullptr, false,
     "parallel"},
    {"Open MPI", true, "OMPI_COMM_WORLD_RANK", nullptr, nullptr, 0, nullptr, "OMPI_COMM_WORLD_SIZE", nullptr,
     false, "mpirun"},
    {"PMI", true, "PMI_RANK", nullptr, nullptr, 0, nullptr, "PMI_SIZE", nullptr, false, "mpiexec"},
    {"PMIx", true, "PMIX_RANK", nullptr, nullptr, 0, nullptr, nullptr, nullptr, false, "mpirun or srun"},
    {"Slurm step", true, "SLURM_PROCID", nullptr, nullptr, 0, nullptr, "SLURM_NTASKS", nullptr, true, "srun"},
};

struct Indices {
  std::uint64_t first = 0, last = 0, step = 1;
  std::uint64_t count() const { return (last - first) / step + 1; }
};

// "1-100" or "0-198:2".
bool read_indices(std::string_view text, Indices& out) {
  const std::size_t colon = text.find(':'), dash = text.find('-');
  const std::string_view range = text.substr(0, colon);
  if (dash >= range.size()) return false;
  return read_number(range.substr(0, dash), out.first, 0, kIndexMax) &&
         read_number(range.substr(dash + 1), out.last, out.first, kIndexMax) &&
         (colon == std::string_view::npos || read_number(text.substr(colon + 1), out.step, 1, kIndexMax));
}

// A scheduler of which at least one variable is set.
struct Sighting {
  const Scheduler* of = nullptr;
  std::optional<std::uint64_t> index, first, last, count, step;
  std::string text;  // the variables and their values
};

class Finder {
 public:
  Finder(const Environment& environment, std::string& why) : environment_(environment), why_(why) {}

  bool find(std::string_view named, WorkPart& out) {
    if (!named.empty() && !read_indices(named, named_.emplace()))
      return no("--shard auto: expected the indices of the array, as in auto:1-100 or auto:0-198:2");
    if (!look()) return false;
    WorkPart task, rank;
    const Sighting* array = nullptr;
    const Sighting* launcher = nullptr;
    if (!only_array(array) || !only_launcher(launcher)) return false;
    if (!array && !launcher) return nobody();
    if (!array && named_)
      return no("--shard auto names indices, but no array is set, only " + launcher->text);
    if (array && !place_in(*array, task)) return false;
    if (launcher && !place_among(*launcher, rank)) return false;
    out = {(task.number - 1) * rank.of + rank.number, task.of * rank.of};
    if (out.of > kPartsMax)
      return no("--shard auto: at most " + std::to_string(kPartsMax) + " parts" + seen());
    return true;
  }

 private:
  bool no(const std::string& what) {
    why_ = what;
    return false;
  }

  std::string seen() const {
    std::string all;
    for (const Sighting& one : sightings_) all += (all.empty() ? "" : " ") + one.text;
    return all.empty() ? "" : " (" + all + ")";
  }

  bool read(const char* name, const char* none, std::optional<std::uint64_t>& out, std::string& text) {
    const char* value = name ? environment_(name) : nullptr;
    if (!value || !*value || (none && std::string_view(value) == none)) return true;
    std::uint64_t number = 0;
    text += (text.empty() ? "" : " ") + std::string(name) + "=" + std::string(value).substr(0, 24);
    if (!read_number(value, number, 0, kIndexMax))
      return no("--shard auto: " + text.substr(text.rfind(' ') + 1) +
                " is no number; say which part with --shard I/N");
    out = number;
    return true;
  }

  // A batch script is no task of a step, though Slurm numbers it as if it were.
  bool is_batch_script(const Scheduler& one) const {
    const char* batch = environment_("ENVIRONMENT");
    return one.for_job && batch && std::string_view(batch) == "BATCH" && !environment_("SLURM_STEP_ID") &&
           !environment_("SLURM_STEPID");
  }

  bool look() {
    for (const Scheduler& one : kSchedulers) {
      Sighting sighting{.of = &one};
      std::string& text = sighting.text;
      if (is_batch_script(one)) continue;
      if (!read(one.index, one.none, sighting.index, text)) return false;
      if (one.none && !sighting.index) continue;  // such as a job that is no array
      if (!read(one.first, nullptr, sighting.first, text) || !read(one.last, nullptr, sighting.last, text) ||
          !read(one.count, nullptr, sighting.count, text) || !read(one.step, nullptr, sighting.step, text))
        return false;
      if (!text.empty()) sightings_.push_back(sighting);
    }
    return true;
  }

  bool half(const Sighting& one, const char* lacks) {
    return no("--shard auto: of " + std::string(one.of->name) + " only " + one.text + " is set, not " +
              lacks + ": start it by " + one.of->start + ", or say which part with --shard I/N");
  }

  bool only_array(const Sighting*& out) {
    for (const Sighting& one : sightings_) {
      if (one.of->ranks) continue;
      if (!one.index) return half(one, one.of->index);
      if (out) return no("--shard auto: two arrays at once" + seen() + "; say which part with --shard I/N");
      out = &one;
    }
    return true;
  }

  // The innermost launcher. What Slurm's step says counts only where no other launcher started us: it may
  // have started that launcher's helpers, one on each node.
  bool only_launcher(const Sighting*& out) {
    for (const Sighting& one : sightings_) {
      if (!one.of->ranks) continue;
      if (!one.index && one.of->for_job) continue;
      if (!one.index) return half(one, one.of->index);
      if (one.of->for_job && out && out->count) continue;
      if (out && (out->index != one.index || (out->count && one.count && out->count != one.count)))
        return no("--shard auto: two launchers say different things" + seen() +
                  "; say which part with --shard I/N");
      if (!out || !out->count) out = &one;
    }
    if (out && !out->count) return half(*out, out->of->count ? out->of->count : "how many there are");
    return true;
  }

  bool nobody() {
    if (!sightings_.empty()) return half(sightings_.front(), sightings_.front().of->index);
    return no(
        "--shard auto: no scheduler has said which part this is (comodin arena --help lists the variables); "
        "say it with --shard I/N");
  }

  // The indices of the array, as named or as its variables say.
  bool indices_of(const Sighting& array, Indices& out) {
    const Scheduler& of = *array.of;
    if (named_) {
      out = *named_;
      return true;
    }
    const bool counted = array.count || array.last;
    if (!counted || (!array.first && of.first_if_unsaid < 0)) {
      const char* lacks = of.first && !array.first ? of.first : of.count ? of.count : of.last;
      if (lacks) return half(array, lacks);
      return no("--shard auto: " + array.text + ", but " + of.name +
                " does not say which indices there are; name them, as in --shard auto:" +
                (of.first_if_unsaid == 0 ? "0-99" : "1-100"));
    }
    out.first = array.first.value_or(static_cast<std::uint64_t>(std::max(0, of.first_if_unsaid)));
    out.step = array.step.value_or(1);
    if (out.step == 0 || (array.count && *array.count == 0) || (array.last && *array.last < out.first))
      return no("--shard auto: an array without tasks: " + array.text);
    out.last = array.last ? *array.last : out.first + (*array.count - 1) * out.step;
    if (!array.count || out.count() == *array.count) return true;
    return no("--shard auto: an array with gaps: " + array.text +
              "; name all indices of the experiment, as in --shard auto:1-100");
  }

  bool place_in(const Sighting& array, WorkPart& out) {
    Indices indices;
    if (!indices_of(array, indices)) return false;
    const std::uint64_t index = *array.index;
    if (index < indices.first || index > indices.last || (index - indices.first) % indices.step)
      return no("--shard auto: " + array.text + ": " + std::to_string(index) + " is not one of the indices " +
                std::to_string(indices.first) + "-" + std::to_string(indices.last) +
                (indices.step > 1 ? ":" + std::to_string(indices.step) : ""));
    out = {(index - indices.first) / indices.step + 1, indices.count()};
    return true;
  }

  bool place_among(const Sighting& launcher, WorkPart& out) {
    if (*launcher.index >= *launcher.count)
      return no("--shard auto: " + launcher.text + " contradict each other; say which part with --shard I/N");
    out = {*launcher.index + 1, *launcher.count};
    return true;
  }

  const Environment& environment_;
  std::string& why_;
  std::optional<Indices> named_;
  std::vector<Sighting> sightings_;
};

}  // namespace

std::span<const Scheduler> schedulers() { return kSchedulers; }

bool find_work_part(const Environment& environment, std::string_view indices, WorkPart& out,
                    std::string& why) {
  return Finder(environment, why).find(indices, out);
}

bool read_work_part(std::string_view text, const Environment& environment, WorkPart& out, std::string& why) {
  constexpr std::string_view kAuto = "auto";
  if (text == kAuto) return find_work_part(environment, "", out, why);
  if (text.starts_with("auto:"))
    return find_work_part(environment, text.substr(5).empty() ? "?" : text.substr(5), out, why);
  const std::size_t slash = text.find('/');
  if (slash != std::string_view::npos && read_number(text.substr(slash + 1), out.of, 1, kPartsMax) &&
      read_number(text.substr(0, slash), out.number, 1, out.of))
    return true;
  why = "--shard is I/N, from 1/N to N/N, and N is " + std::to_string(kPartsMax) +
        " at most; or auto, or auto:1-100";
  return false;
}

}  // namespace comodin
