// What commands write: files, and standard output.
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "apps/comodin/commands.hpp"

namespace comodin {
namespace {

namespace fs = std::filesystem;

// A file's path, and where its bytes are written first.
struct Place {
  std::string path, part;
  bool direct() const { return path == part; }  // a device or a pipe: nothing to rename
};

// The last thing that went wrong, if the system said what.
std::string with_reason(const std::string& what) { return errno ? what + ": " + std::strerror(errno) : what; }

bool find_place(const std::string& path, Place& out, std::string& why) {
  std::error_code problem;
  const fs::path real = fs::is_symlink(path, problem) ? fs::weakly_canonical(path, problem) : fs::path(path);
  const fs::file_status found = fs::status(real, problem);
  const fs::path folder = real.parent_path();
  if (path.empty()) why = "cannot write a file without a name";
  else if (found.type() == fs::file_type::directory) why = "cannot write " + path + ": it is a folder";
  else if (!folder.empty() && !fs::is_directory(folder, problem))
    why = "cannot write " + path + ": there is no folder " + folder.string();
  else why.clear();
  const bool plain = found.type() == fs::file_type::regular || !fs::exists(found);
  out = {real.string(), real.string() + (plain ? ".part" : "")};
  return why.empty();
}

bool write_place(const Place& place, const std::string& text, std::string& why) {
  errno = 0;
  std::ofstream out(place.part, std::ios::binary | (place.direct() ? std::ios::app : std::ios::trunc));
  out << text;
  out.close();
  if (out) return true;
  why = with_reason("cannot write " + place.path);
  if (!place.direct()) std::remove(place.part.c_str());
  return false;
}

}  // namespace

bool write_file(const std::string& path, const std::string& text, std::string& why) {
  if (path == kStandardOutput) {
    std::cout << text;
    return true;  // after_output() finds out whether it arrived
  }
  Place place;
  if (!find_place(path, place, why) || !write_place(place, text, why)) return false;
  std::error_code problem;
  if (!place.direct()) fs::rename(place.part, place.path, problem);
  if (!problem) return true;
  std::remove(place.part.c_str());
  why = "cannot write " + path + ": " + problem.message();
  return false;
}

bool can_write(const std::string& path, std::string& why) {
  if (path == kStandardOutput) return true;
  Place place;
  if (!find_place(path, place, why)) return false;
  if (place.direct()) {  // not even opened: the reader of a pipe would see it end
    errno = 0;
    if (::access(place.path.c_str(), W_OK) == 0) return true;
    why = with_reason("cannot write " + path);
    return false;
  }
  if (!write_place(place, "", why)) return false;
  std::remove(place.part.c_str());
  return true;
}

int after_output(int status) {
  std::cout.flush();
  std::fflush(stdout);
  if (std::cout && !std::ferror(stdout)) return status;
  errno = 0;
  if (::write(STDOUT_FILENO, "\n", 1) == 1) errno = 0;  // only to learn the reason, which may be lost by now
  return usage_error(with_reason("cannot write to standard output"));
}

}  // namespace comodin
