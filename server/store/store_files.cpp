#include "server/store/store_files.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace comodin::server {
namespace {

constexpr mode_t kFileMode = 0600;

bool refuse(std::string& why, const std::string& what) {
  why = what + ": " + std::strerror(errno);
  return false;
}

bool sync_folder(const std::filesystem::path& folder, std::string& why) {
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.fd < 0 || ::fsync(opened.fd) != 0)
    return refuse(why, "cannot sync the folder " + folder.string());
  return true;
}

}  // namespace

std::filesystem::path folder_of(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return folder.empty() ? "." : folder;
}

bool make_folder(const std::filesystem::path& folder, std::string& why) {
  std::error_code fault;
  if (std::filesystem::is_directory(folder, fault)) return true;
  if (folder.has_parent_path() && !make_folder(folder.parent_path(), why)) return false;
  if (::mkdir(folder.c_str(), 0700) != 0) return refuse(why, "cannot make the folder " + folder.string());
  return sync_folder(folder.has_parent_path() ? folder.parent_path() : ".", why);
}

bool take_lock(const std::string& path, Descriptor& lock, std::string& why) {
  const std::string name = path + ".lock";
  lock = Descriptor(::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kFileMode));
  if (lock.fd < 0) return refuse(why, "cannot open " + name);
  if (::flock(lock.fd, LOCK_EX | LOCK_NB) == 0) return true;
  if (errno != EWOULDBLOCK) return refuse(why, "cannot lock " + name);
  why = "another server has the store " + path + " open: stop it first, or name another file";
  return false;
}

bool make_file(const std::string& path, std::string& why) {
  const Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kFileMode));
  if (file.fd < 0) return refuse(why, "cannot open the store " + path + " for writing");
  if (::fchmod(file.fd, kFileMode) != 0) return refuse(why, "cannot set the mode of " + path);
  if (::fsync(file.fd) != 0) return refuse(why, "cannot sync " + path);
  return sync_folder(folder_of(path), why);
}

}  // namespace comodin::server
