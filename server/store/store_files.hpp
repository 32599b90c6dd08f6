// The files of a store: their folder, their modes, and the lock that keeps a second server away.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>
#include <utility>

namespace comodin::server {

// A descriptor, closed when it goes.
struct Descriptor {
  int fd = -1;
  Descriptor() = default;
  explicit Descriptor(int opened) : fd(opened) {}
  Descriptor(Descriptor&& other) noexcept : fd(std::exchange(other.fd, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd, other.fd);
    return *this;
  }
  ~Descriptor() {
    if (fd >= 0) ::close(fd);
  }
};

std::filesystem::path folder_of(const std::string& path);

// Both return false, and why.
bool make_folder(const std::filesystem::path& folder, std::string& why);
// Held as long as the descriptor is open, and gone with the process however that ends.
bool take_lock(const std::string& path, Descriptor& lock, std::string& why);
// SQLite would make the file readable for everybody. Its other files get the mode of this one.
bool make_file(const std::string& path, std::string& why);

}  // namespace comodin::server
