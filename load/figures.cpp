#include "load/figures.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>

namespace comodin {

void Latencies::add(std::int64_t micros) {
  all_.push_back(static_cast<std::uint32_t>(std::clamp<std::int64_t>(micros, 0, UINT32_MAX)));
  sorted_ = false;
}

double Latencies::millis(double part) const {
  if (all_.empty()) return 0;
  if (!sorted_) std::sort(all_.begin(), all_.end());
  sorted_ = true;
  const auto rank = static_cast<std::size_t>(std::ceil(part * static_cast<double>(all_.size())));
  return all_[std::clamp<std::size_t>(rank, 1, all_.size()) - 1] / 1000.0;
}

bool read_use(int pid, ProcessUse& out) {
  const std::string folder = "/proc/" + std::to_string(pid);
  std::ifstream stat(folder + "/stat"), memory(folder + "/statm");
  std::string line;
  if (!std::getline(stat, line)) return false;
  const std::size_t name_end = line.rfind(')');  // the name before it may hold anything
  if (name_end == std::string::npos) return false;
  std::istringstream words(line.substr(name_end + 1));
  std::string skipped;
  for (int field = 3; field < 14; ++field) words >> skipped;
  double user = 0, system = 0, size = 0, pages = 0;
  if (!(words >> user >> system) || !(memory >> size >> pages)) return false;
  out.cpu_seconds = (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
  out.resident_kib = pages * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1024;
  return true;
}

std::uint64_t raise_files() {
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return 0;
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  getrlimit(RLIMIT_NOFILE, &files);
  return files.rlim_cur;
}

}  // namespace comodin
