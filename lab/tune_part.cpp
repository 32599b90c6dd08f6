#include "lab/tune_part.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <filesystem>
#include <sstream>
#include <thread>

#include "lab/parallel.hpp"
#include "notation/number.hpp"

namespace comodin {
namespace {

using namespace std::chrono_literals;

constexpr auto kListenEvery = 50ms;
constexpr auto kPatience = 2s;  // with others who bring nothing new, before their candidates are played here

std::string shard_line(const WorkPart& part) {
  return "shard " + std::to_string(part.of) + ' ' + std::to_string(part.number) + '\n';
}

std::string path_of(const std::string& folder, const WorkPart& part) {
  char name[64];
  std::snprintf(name, sizeof name, "tune-%05llu-of-%05llu", static_cast<unsigned long long>(part.number),
                static_cast<unsigned long long>(part.of));
  return folder + name;
}

}  // namespace

// "value SEARCH GENERATION CANDIDATE FINGERPRINT VALUE", numbers as they are in memory.
bool TunePart::learn(const std::string& body) {
  std::istringstream lines(body);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word, number[5];
    words >> word;
    for (std::string& text : number) words >> text;
    Address at;
    Value value;
    std::uint64_t bits = 0;
    if (!words || word != "value" || !read_number(number[0], at.first.first) ||
        !read_number(number[1], at.first.second) || !read_number(number[2], at.second) ||
        !read_number(number[3], value.fingerprint) || !read_number(number[4], bits))
      return false;
    value.value = std::bit_cast<double>(bits);
    known_.insert_or_assign(at, value);
  }
  return true;
}

bool TunePart::open(const std::string& folder, const std::string& about, const WorkPart& part,
                    std::string& why) {
  part_ = part;
  about_ = about;
  std::error_code problem;
  std::filesystem::create_directory(folder, problem);
  if (problem) {
    why = "cannot make the folder " + folder + ": " + problem.message();
    return false;
  }
  for (WorkPart one{1, part.of}; one.number <= part.of; ++one.number)
    if (one.number != part.number) others_.push_back({path_of(folder, one), nullptr});
  const auto restore = [this](const std::string& body, std::string& wrong) {
    if (learn(body)) return true;
    wrong = "not as expected; remove it to play this part again";
    return false;
  };
  if (!file_.open(path_of(folder, part), about + shard_line(part), restore, why)) return false;
  restored_ = known_.size();
  return true;
}

// Did it bring anything new? What cannot be read now is looked at again later.
bool TunePart::listen(Other& other) {
  using Got = JournalReader::Got;
  std::string body;
  bool news = false;
  if (!other.journal) {
    auto journal = std::make_unique<JournalReader>(file_source(other.path));
    if (journal->next(body) != Got::Entry || !body.starts_with(about_)) return false;
    other.journal = std::move(journal);
  }
  Got got = Got::Entry;
  while ((got = other.journal->next(body)) == Got::Entry && learn(body)) news = true;
  if (got == Got::Damaged || got == Got::Entry) other.journal.reset();
  return news;
}

bool TunePart::listen_to_all() {
  bool news = false;
  for (Other& other : others_) news |= listen(other);
  return news;
}

bool TunePart::take_known(int search, const Candidates& candidates, std::vector<double>& values,
                          std::vector<std::size_t>& missing, std::string& why) const {
  missing.clear();
  for (std::size_t k = 0; k < candidates.count; ++k) {
    const auto found = known_.find({{search, candidates.generation}, k});
    if (found == known_.end()) missing.push_back(k);
    else if (found->second.fingerprint == candidates.fingerprint) values[k] = found->second.value;
    else {
      why = "another part tries other weights in generation " + std::to_string(candidates.generation + 1) +
            ": its machine computes otherwise than this one; remove all files of the folder and use one kind";
      return false;
    }
  }
  return true;
}

// One's own first; of the others' those that this part comes to first, so that two that help out begin in
// different places.
std::vector<std::size_t> TunePart::choose(const std::vector<std::size_t>& missing, std::size_t most,
                                          bool mine) const {
  std::vector<std::size_t> out;
  const std::size_t start = missing.size() * (part_.number - 1) / part_.of;
  for (std::size_t k = 0; k < missing.size() && out.size() < most; ++k) {
    const std::size_t candidate = missing[mine ? k : (start + k) % missing.size()];
    if (!mine || candidate % part_.of == part_.number - 1) out.push_back(candidate);
  }
  return out;
}

bool TunePart::play(int search, const Candidates& candidates, const std::vector<std::size_t>& chosen,
                    int threads, std::string& why) {
  std::vector<double> values(chosen.size());
  parallel(static_cast<int>(chosen.size()), threads, [&](int k, int) {
    values[static_cast<std::size_t>(k)] = candidates.play(chosen[static_cast<std::size_t>(k)]);
  });
  std::string body;
  for (std::size_t k = 0; k < chosen.size(); ++k)
    body += "value " + std::to_string(search) + ' ' + std::to_string(candidates.generation) + ' ' +
            std::to_string(chosen[k]) + ' ' + std::to_string(candidates.fingerprint) + ' ' +
            std::to_string(std::bit_cast<std::uint64_t>(values[k])) + '\n';
  learn(body);
  file_.add(body);
  played_ += chosen.size();
  return file_.flush(why);
}

bool TunePart::judge(int search, const Candidates& candidates, int threads, std::vector<double>& values,
                     std::string& why) {
  values.assign(candidates.count, 0);
  std::vector<std::size_t> missing;
  auto news = std::chrono::steady_clock::now();
  while (true) {
    if (listen_to_all()) news = std::chrono::steady_clock::now();
    if (!take_known(search, candidates, values, missing, why)) return false;
    if (missing.empty()) return true;
    const auto most = static_cast<std::size_t>(threads);
    std::vector<std::size_t> chosen = choose(missing, most, true);
    if (chosen.empty() && std::chrono::steady_clock::now() - news > kPatience)
      chosen = choose(missing, most, false);
    if (chosen.empty()) std::this_thread::sleep_for(kListenEvery);
    else if (!play(search, candidates, chosen, threads, why)) return false;
  }
}

}  // namespace comodin
