// Work in parts: which part a scheduler's variables make of a process, and journals that survive their
// writers.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "parts/journal_file.hpp"
#include "parts/work_part.hpp"
#include "tests/battery/effort.hpp"

namespace comodin::battery {
namespace {

namespace fs = std::filesystem;

using Variables = std::map<std::string, std::string>;

struct Answer {
  std::uint64_t number = 0, of = 0;  // 0: refused
  std::string why;
  bool operator==(const Answer& other) const { return number == other.number && of == other.of; }
};

std::ostream& operator<<(std::ostream& out, const Answer& answer) {
  return out << answer.number << '/' << answer.of << ' ' << answer.why;
}

Answer part(const Variables& variables, const std::string& indices = "") {
  const Environment environment = [&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  };
  WorkPart out;
  std::string why;
  if (!find_work_part(environment, indices, out, why)) return {.why = why};
  return {out.number, out.of, {}};
}

const Variables kSlurmTask = {{"SLURM_ARRAY_TASK_ID", "7"},
                              {"SLURM_ARRAY_TASK_MIN", "3"},
                              {"SLURM_ARRAY_TASK_MAX", "11"},
                              {"SLURM_ARRAY_TASK_COUNT", "5"},
                              {"SLURM_ARRAY_TASK_STEP", "2"}};
const Variables kSlurmStep = {{"SLURM_PROCID", "2"}, {"SLURM_NTASKS", "4"}, {"SLURM_STEP_ID", "0"}};

Variables with(Variables some, const Variables& more) {
  for (const auto& [name, value] : more) some[name] = value;
  return some;
}

TEST(WorkParts, AreReadFromEveryScheduler) {
  EXPECT_EQ(part(kSlurmTask), (Answer{3, 5, {}}));
  EXPECT_EQ(part(kSlurmStep), (Answer{3, 4, {}}));
  EXPECT_EQ(part({{"OMPI_COMM_WORLD_RANK", "0"}, {"OMPI_COMM_WORLD_SIZE", "3"}}), (Answer{1, 3, {}}));
  EXPECT_EQ(part({{"PMI_RANK", "2"}, {"PMI_SIZE", "3"}}), (Answer{3, 3, {}}));
  EXPECT_EQ(part(with(kSlurmStep, {{"PMIX_RANK", "2"}})), (Answer{3, 4, {}}));
  EXPECT_EQ(part({{"JOB_COMPLETION_INDEX", "0"}}, "0-99"), (Answer{1, 100, {}}));
  EXPECT_EQ(part({{"PBS_ARRAY_INDEX", "100"}}, "1-100"), (Answer{100, 100, {}}));
  EXPECT_EQ(part({{"PBS_ARRAYID", "4"}}, "0-8:2"), (Answer{3, 5, {}}));
  EXPECT_EQ(part({{"SGE_TASK_ID", "9"},
                  {"SGE_TASK_FIRST", "1"},
                  {"SGE_TASK_LAST", "10"},
                  {"SGE_TASK_STEPSIZE", "4"}}),
            (Answer{3, 3, {}}));
  EXPECT_EQ(part({{"LSB_JOBINDEX", "10"}, {"LSB_JOBINDEX_END", "10"}}), (Answer{10, 10, {}}));
  EXPECT_EQ(part({{"LSB_JOBINDEX", "7"}, {"LSB_JOBINDEX_END", "9"}, {"LSB_JOBINDEX_STEP", "2"}}),
            (Answer{4, 5, {}}));
  EXPECT_EQ(part({{"AWS_BATCH_JOB_ARRAY_INDEX", "0"}, {"AWS_BATCH_JOB_ARRAY_SIZE", "4"}}),
            (Answer{1, 4, {}}));
  EXPECT_EQ(part({{"PARALLEL_SEQ", "3"}}, "1-3"), (Answer{3, 3, {}}));
}

TEST(WorkParts, RanksCountInsideTasks) {
  EXPECT_EQ(part(with(kSlurmTask, kSlurmStep)), (Answer{11, 20, {}}));
  EXPECT_EQ(part({{"JOB_COMPLETION_INDEX", "1"}, {"PMI_RANK", "0"}, {"PMI_SIZE", "2"}}, "0-2"),
            (Answer{3, 6, {}}));
  std::vector<bool> taken(12);
  for (int task = 0; task < 3; ++task)
    for (int rank = 0; rank < 4; ++rank) {
      const Answer one = part({{"SGE_TASK_ID", std::to_string(5 + 5 * task)},
                               {"SGE_TASK_FIRST", "5"},
                               {"SGE_TASK_LAST", "15"},
                               {"SGE_TASK_STEPSIZE", "5"},
                               {"OMPI_COMM_WORLD_RANK", std::to_string(rank)},
                               {"OMPI_COMM_WORLD_SIZE", "4"}});
      ASSERT_EQ(one.of, 12u) << one;
      EXPECT_FALSE(taken[one.number - 1]);
      taken[one.number - 1] = true;
    }
}

// mpirun in a job of Slurm has helpers, one on each node, that Slurm numbers.
TEST(WorkParts, TheInnermostLauncherCounts) {
  EXPECT_EQ(part(with(kSlurmStep,
                      {{"OMPI_COMM_WORLD_RANK", "9"}, {"OMPI_COMM_WORLD_SIZE", "16"}, {"PMIX_RANK", "9"}})),
            (Answer{10, 16, {}}));
  EXPECT_EQ(part(with(kSlurmTask, {{"SLURM_NTASKS", "4"}})), (Answer{3, 5, {}}))
      << "a job's tasks, but no rank";
}

TEST(WorkParts, ABatchScriptIsNoRank) {
  const Variables batch = {{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "4"}, {"ENVIRONMENT", "BATCH"}};
  EXPECT_EQ(part(with(kSlurmTask, batch)), (Answer{3, 5, {}}));
  EXPECT_EQ(part(batch).of, 0u);
  EXPECT_EQ(part(with(batch, kSlurmStep)), (Answer{3, 4, {}}));
}

TEST(WorkParts, JobsThatAreNoArrayAreNone) {
  EXPECT_EQ(part({{"SGE_TASK_ID", "undefined"}, {"SGE_TASK_LAST", "undefined"}}).of, 0u);
  EXPECT_EQ(part(with(kSlurmStep, {{"LSB_JOBINDEX", "0"}, {"LSB_JOBINDEX_END", "0"}})), (Answer{3, 4, {}}));
}

// A few tasks of an array are started again by themselves: the range that is named counts.
TEST(WorkParts, NamedIndicesCount) {
  EXPECT_EQ(
      part({{"SLURM_ARRAY_TASK_ID", "7"}, {"SLURM_ARRAY_TASK_MIN", "7"}, {"SLURM_ARRAY_TASK_COUNT", "1"}},
           "0-9"),
      (Answer{8, 10, {}}));
}

TEST(WorkParts, AreRefusedWithWhatWasSeen) {
  const auto refused = [](const Answer& answer, const std::vector<std::string>& parts) {
    EXPECT_EQ(answer.of, 0u) << answer;
    for (const std::string& part : parts)
      EXPECT_NE(answer.why.find(part), std::string::npos) << answer.why << " has no " << part;
    EXPECT_EQ(answer.why.find('\n'), std::string::npos);
  };
  refused(part({}), {"no scheduler", "--shard I/N"});
  refused(part({{"SLURM_NTASKS", "4"}}), {"SLURM_NTASKS=4", "SLURM_PROCID", "srun"});
  refused(part({{"SLURM_PROCID", "1"}}), {"SLURM_PROCID=1", "SLURM_NTASKS"});
  refused(part({{"SLURM_PROCID", "4"}, {"SLURM_NTASKS", "4"}}),
          {"SLURM_PROCID=4 SLURM_NTASKS=4", "contradict"});
  refused(part({{"OMPI_COMM_WORLD_SIZE", "4"}}),
          {"OMPI_COMM_WORLD_SIZE=4", "OMPI_COMM_WORLD_RANK", "mpirun"});
  refused(part({{"PMIX_RANK", "0"}}), {"PMIX_RANK=0", "how many"});
  refused(part({{"PMI_RANK", "0"},
                {"PMI_SIZE", "2"},
                {"OMPI_COMM_WORLD_RANK", "1"},
                {"OMPI_COMM_WORLD_SIZE", "2"}}),
          {"PMI_RANK=0", "OMPI_COMM_WORLD_RANK=1", "different"});
  refused(part(with(kSlurmStep, {{"PMIX_RANK", "1"}})), {"PMIX_RANK=1", "SLURM_PROCID=2"});
  refused(part({{"SLURM_ARRAY_TASK_ID", "3"}}), {"SLURM_ARRAY_TASK_ID=3", "SLURM_ARRAY_TASK_MIN"});
  refused(part({{"SLURM_ARRAY_TASK_COUNT", "3"}}), {"SLURM_ARRAY_TASK_COUNT=3", "SLURM_ARRAY_TASK_ID"});
  refused(part(with(kSlurmTask, {{"SLURM_ARRAY_TASK_COUNT", "4"}})), {"gaps", "auto:1-100"});
  refused(part(with(kSlurmTask, {{"SLURM_ARRAY_TASK_ID", "8"}})), {"8 is not one of the indices 3-11:2"});
  refused(part(with(kSlurmTask, {{"SLURM_ARRAY_TASK_ID", "13"}})), {"13 is not one of"});
  refused(part(with(kSlurmTask, {{"SLURM_ARRAY_TASK_ID", "two"}})), {"SLURM_ARRAY_TASK_ID=two", "no number"});
  refused(part(with(kSlurmTask, {{"PARALLEL_SEQ", "1"}})),
          {"two arrays", "SLURM_ARRAY_TASK_ID=7", "PARALLEL_SEQ=1"});
  refused(part({{"AWS_BATCH_JOB_ARRAY_INDEX", "4"}, {"AWS_BATCH_JOB_ARRAY_SIZE", "4"}}), {"0-3"});
  refused(part({{"AWS_BATCH_JOB_ARRAY_INDEX", "0"}}), {"AWS_BATCH_JOB_ARRAY_SIZE"});
  refused(part({{"JOB_COMPLETION_INDEX", "1"}}), {"JOB_COMPLETION_INDEX=1", "auto:0-99"});
  refused(part({{"PBS_ARRAY_INDEX", "1"}}), {"PBS_ARRAY_INDEX=1", "auto:1-100"});
  refused(part({{"PARALLEL_SEQ", "4"}}, "1-3"), {"4 is not one of"});
  refused(part({{"PARALLEL_SEQ", "4"}}, "3"), {"auto:1-100"});
  refused(part({{"PARALLEL_SEQ", "4"}}, "9-1"), {"auto:1-100"});
  refused(part(kSlurmStep, "0-9"), {"no array", "SLURM_PROCID=2"});
  refused(part(with({{"JOB_COMPLETION_INDEX", "1"}}, kSlurmStep), "0-9999"), {"10000 parts"});
}

TEST(WorkParts, EverySchedulerIsTried) {
  for (const Scheduler& one : schedulers()) {
    const Answer alone = part({{one.index, "1"}}, one.ranks ? "" : "0-3");
    EXPECT_TRUE(one.ranks ? alone.of == 0 : alone == (Answer{2, 4, {}})) << one.name << alone;
    EXPECT_NE(part({{one.index, "-1"}}).why.find("no number"), std::string::npos) << one.name;
  }
}

// ---- journals --------------------------------------------------------------------------------------

class JournalFiles : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("comodin-parts-" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    path_ = (folder_ / "journal").string();
  }
  void TearDown() override { fs::remove_all(folder_); }

  static constexpr const char* kHead = "comodin test 1\nof me\n";

  // Opens it and hears what is there; empty if it went well.
  std::string open(JournalFile& file, const std::string& head = kHead) {
    heard_.clear();
    std::string why;
    const bool good = file.open(
        path_, head,
        [&](const std::string& body, std::string&) {
          heard_.push_back(body);
          return true;
        },
        why);
    EXPECT_EQ(good, why.empty());
    return why;
  }

  void write(const std::string& text) const { std::ofstream(path_, std::ios::binary) << text; }
  std::string text() const {
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  fs::path folder_;
  std::string path_;
  std::vector<std::string> heard_;
};

TEST_F(JournalFiles, GoOnWhereTheyEnd) {
  std::string why;
  for (int k = 0; k < 3; ++k) {
    JournalFile file;
    EXPECT_EQ(open(file), "");
    EXPECT_EQ(heard_.size(), static_cast<std::size_t>(k));
    file.add("entry " + std::to_string(k) + "\n");
    EXPECT_TRUE(file.flush(why)) << why;
  }
}

// Whatever a kill or a crash leaves: cut anywhere, with holes or rubbish in the last entry.
TEST_F(JournalFiles, DropATornEnd) {
  std::string why;
  {
    JournalFile file;
    EXPECT_EQ(open(file), "");
    for (const char* body : {"one\n", "two\nlines\n", "three\n"}) file.add(body);
    EXPECT_TRUE(file.flush(why));
  }
  const std::string whole = text();
  Random random(4);
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    std::string torn = whole.substr(0, length);
    if (random.one_in(2)) torn.append(random.below(9), '\0');
    write(torn);
    {
      JournalFile file;
      ASSERT_EQ(open(file), "") << length;
      ASSERT_LE(heard_.size(), 3u);
      constexpr const char* kBodies[] = {"one\n", "two\nlines\n", "three\n"};
      for (std::size_t k = heard_.size(); k < 3; ++k) file.add(kBodies[k]);
      ASSERT_TRUE(file.flush(why)) << why;
    }
    ASSERT_EQ(text(), whole) << length;
  }
}

TEST_F(JournalFiles, LeaveAloneWhatIsNotTheirs) {
  Key chain = 0;
  const std::string old = journal_entry("comodin test 0\nof me\n", chain);
  chain = 0;
  const std::string other = journal_entry("comodin test 1\nof you\n", chain);
  for (const auto& [text_there, because] :
       {std::pair<std::string, std::string>{"a letter\n", "no part"},
        {old, "another version"},
        {other, "`of you`, not `of me`"},
        {std::string("comodin test 1\nof me\nend 0123456789abcdef\nx\n"), "no part"},
        {std::string(3, 'x'), "no part"}}) {
    write(text_there);
    JournalFile file;
    EXPECT_NE(open(file).find(because), std::string::npos) << because;
    EXPECT_EQ(text(), text_there);
  }
}

TEST_F(JournalFiles, DropDamageAndWhatFollows) {
  std::string why;
  {
    JournalFile file;
    EXPECT_EQ(open(file), "");
    for (int k = 0; k < 20; ++k) file.add("entry " + std::to_string(k) + "\n");
    EXPECT_TRUE(file.flush(why));
  }
  const std::string whole = text();
  Random random(5);
  for (int k = 0; k < scaled(500); ++k) {
    std::string broken = whole;
    const std::size_t at = random.below(static_cast<std::uint32_t>(whole.size() - 80));
    broken[at] = static_cast<char>(static_cast<unsigned char>(broken[at]) ^ (1 + random.below(127)));
    write(broken);
    if (at < std::string_view(kHead).size() + 21) continue;  // the head: LeaveAloneWhatIsNotTheirs
    JournalFile file;
    EXPECT_EQ(open(file), "") << at;
    EXPECT_LT(heard_.size(), 20u);
    EXPECT_GE(file.dropped(), whole.size() - at);
    EXPECT_EQ(text(), whole.substr(0, whole.size() - file.dropped()));
  }
}

TEST_F(JournalFiles, HaveOneWriter) {
  JournalFile first, second;
  EXPECT_EQ(open(first), "");
  EXPECT_NE(open(second).find("another process is writing it"), std::string::npos);
  std::string why;
  first.add("mine\n");
  EXPECT_TRUE(first.flush(why));
  std::ofstream(path_, std::ios::app) << "theirs\n";  // one that asks for no lock
  first.add("mine\n");
  EXPECT_FALSE(first.flush(why));
  EXPECT_NE(why.find("another process has written to it"), std::string::npos) << why;
}

TEST_F(JournalFiles, SayWhenSomebodyRemovesThem) {
  JournalFile file;
  EXPECT_EQ(open(file), "");
  fs::remove(path_);
  std::string why;
  file.add("mine\n");
  EXPECT_FALSE(file.flush(why));
  EXPECT_NE(why.find("somebody has removed it"), std::string::npos) << why;
}

}  // namespace
}  // namespace comodin::battery
