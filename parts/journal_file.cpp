#include "parts/journal_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <thread>

namespace comodin {
namespace {

using namespace std::chrono_literals;

constexpr auto kLockPatience = 3s;  // for one who was stopped a moment ago
constexpr auto kLockEvery = 100ms;
constexpr std::size_t kPiece = 64u << 10;  // read at once
constexpr const char* kTerminal = "-";

// Writes all of it; errno says why not.
bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t wrote = ::write(file, text.data(), text.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return true;
}

bool read_piece(int file, std::uint64_t from, std::string& out) {
  const std::size_t before = out.size();
  out.resize(before + kPiece);
  ssize_t got = -1;
  do got = ::pread(file, out.data() + before, kPiece, static_cast<off_t>(from));
  while (got < 0 && errno == EINTR);
  out.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return got >= 0;
}

// So that a new file's name is on disk too, where the system can do that.
void sync_folder(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const int file = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;
  ::fsync(file);
  ::close(file);
}

bool has_no_locks(int problem) {
  return problem == ENOLCK || problem == ENOSYS || problem == EOPNOTSUPP || problem == EINVAL;
}

// What was left of a head whose writer was killed: its beginning, and nothing else but holes.
bool is_torn_head(std::string_view left, std::string_view head) {
  const std::size_t same = static_cast<std::size_t>(
      std::mismatch(left.begin(), left.end(), head.begin(), head.end()).first - left.begin());
  return same < head.size() && left.find_first_not_of('\0', same) == std::string_view::npos;
}

// Whose journal it is instead.
std::string stranger(std::string_view head, std::string_view found) {
  const std::string_view kind = head.substr(0, head.find('\n')), other = found.substr(0, found.find('\n'));
  if (kind == other) return "of another experiment or shard: " + difference(head, found);
  return "is `" + std::string(other.substr(0, 60)) + "`, not `" + std::string(kind) +
         "`: it is from another version, or something else, and is left alone";
}

}  // namespace

std::string difference(std::string_view one, std::string_view other) {
  std::istringstream a{std::string(one)}, b{std::string(other)};
  std::string line_a, line_b;
  while (true) {
    const bool more_a = static_cast<bool>(std::getline(a, line_a));
    const bool more_b = static_cast<bool>(std::getline(b, line_b));
    if (!more_a && !more_b) return "nothing";
    if (!more_a) return "`" + line_b + "` besides";
    if (!more_b) return "no `" + line_a + "`";
    if (line_a != line_b) return "`" + line_b + "`, not `" + line_a + "`";
  }
}

Source file_source(const std::string& path) {
  return [path](std::uint64_t from, std::string& out) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    const bool good = read_piece(file, from, out);
    ::close(file);
    return good;
  };
}

JournalFile::~JournalFile() {
  if (file_ >= 0 && path_ != kTerminal) ::close(file_);
}

bool JournalFile::fail(const std::string& what, std::string& why) const {
  const std::string name = path_ == kTerminal ? "to standard output" : path_;
  why = what + name + (errno ? std::string(": ") + std::strerror(errno) : "");
  return false;
}

bool JournalFile::open_file(bool& made, std::string& why) {
  errno = 0;
  if (path_ == kTerminal) {
    file_ = STDOUT_FILENO;
    plain_ = false;
    return true;
  }
  struct stat found{};
  made = ::stat(path_.c_str(), &found) != 0;
  plain_ = made || S_ISREG(found.st_mode);
  errno = 0;
  file_ = ::open(path_.c_str(), (plain_ ? O_RDWR | O_CREAT : O_WRONLY) | O_CLOEXEC, 0666);
  return file_ >= 0 || fail("cannot write ", why);
}

bool JournalFile::lock(std::string& why) {
  const auto until = std::chrono::steady_clock::now() + kLockPatience;
  while (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
    if (has_no_locks(errno)) {
      locked_ = false;
      return true;
    }
    if (errno != EWOULDBLOCK && errno != EINTR) return fail("cannot lock ", why);
    if (std::chrono::steady_clock::now() > until) {
      why = path_ + ": another process is writing it; two must not play the same part";
      return false;
    }
    std::this_thread::sleep_for(kLockEvery);
  }
  return true;
}

bool JournalFile::begin(const std::string& head, bool made, std::string& why) {
  chain_ = 0;
  size_ = 0;
  add(head);
  if (plain_ && ::ftruncate(file_, 0) != 0) return fail("cannot write ", why);
  if (flush(why)) {
    if (plain_) sync_folder(path_);
    return true;
  }
  if (made) ::unlink(path_.c_str());
  return false;
}

bool JournalFile::resume(const std::string& head, const Restore& restore, std::string& why) {
  JournalReader reader([this](std::uint64_t from, std::string& out) { return read_piece(file_, from, out); });
  std::string body;
  using Got = JournalReader::Got;
  Got got = reader.next(body);
  if (got != Got::Entry || body != head) {
    why = path_ + ": " +
          (got == Got::Entry ? stranger(head, body) : "is no part of an experiment; it is left alone");
    return false;
  }
  while (got == Got::Entry) {
    size_ = reader.offset();
    chain_ = reader.chain();
    got = reader.next(body);
    if (got == Got::Entry && !restore(body, why)) {
      why = path_ + ": " + why;
      return false;
    }
  }
  if (got == Got::Failed) return fail("cannot read ", why);
  if (got == Got::End) return true;
  struct stat now{};
  if (::fstat(file_, &now) == 0) dropped_ = static_cast<std::uint64_t>(now.st_size) - size_;
  if (::ftruncate(file_, static_cast<off_t>(size_)) == 0 && ::fsync(file_) == 0) return true;
  return fail("cannot write ", why);
}

bool JournalFile::open(const std::string& path, const std::string& head, const Restore& restore,
                       std::string& why) {
  path_ = path;
  bool made = false;
  if (!open_file(made, why)) return false;
  if (!plain_) return begin(head, false, why);
  if (!lock(why)) return false;
  std::string left;
  errno = 0;
  if (!read_piece(file_, 0, left)) return fail("cannot read ", why);
  Key sum = 0;
  const std::string whole = journal_entry(head, sum);
  return is_torn_head(left, whole) ? begin(head, made, why) : resume(head, restore, why);
}

// Without locks, and if somebody removes the file, this finds out at least.
bool JournalFile::is_ours(std::string& why) const {
  struct stat now{};
  errno = 0;
  if (::fstat(file_, &now) != 0) return fail("cannot write ", why);
  if (now.st_nlink > 0 && static_cast<std::uint64_t>(now.st_size) == size_) return true;
  why = path_ + (now.st_nlink ? ": another process has written to it" : ": somebody has removed it");
  return false;
}

bool JournalFile::flush(std::string& why) {
  if (unwritten_.empty()) return true;
  if (plain_ && (!is_ours(why) || ::lseek(file_, static_cast<off_t>(size_), SEEK_SET) < 0)) return false;
  errno = 0;
  if (!write_all(file_, unwritten_) || (plain_ && ::fsync(file_) != 0)) {
    fail("cannot write ", why);
    if (plain_ && ::ftruncate(file_, static_cast<off_t>(size_)) != 0) why += "; its end is torn";
    return false;
  }
  size_ += unwritten_.size();
  unwritten_.clear();
  return true;
}

}  // namespace comodin
