// JournalFile: a journal on disk that one process writes, goes on with after it was stopped or killed, and
// keeps safe from others. File systems of clusters are meant: locks and syncing work over NFS.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "parts/journal.hpp"

namespace comodin {

class JournalFile {
 public:
  // Hears the entries behind the head. False, and why, if it makes no sense.
  using Restore = std::function<bool(const std::string& body, std::string& why)>;

  JournalFile() = default;
  JournalFile(const JournalFile&) = delete;
  JournalFile& operator=(const JournalFile&) = delete;
  ~JournalFile();

  // Opens a journal with this head, or makes one; what is torn or damaged, and all behind it, is cut off, as
  // it can be done again. False, and why, if it cannot be written, is another one, or is being written by
  // somebody else. Devices and pipes are only written to, and
  // "-" is standard output.
  bool open(const std::string& path, const std::string& head, const Restore& restore, std::string& why);

  // Adds entries; with flush() they are on disk.
  void add(std::string_view body) { unwritten_ += journal_entry(body, chain_); }
  bool flush(std::string& why);

  std::uint64_t dropped() const { return dropped_; }  // bytes that open() has cut off
  // False: the file system has no locks, so nothing but the user keeps others away.
  bool locked() const { return locked_; }

 private:
  bool open_file(bool& made, std::string& why);
  bool lock(std::string& why);
  bool resume(const std::string& head, const Restore& restore, std::string& why);
  bool begin(const std::string& head, bool made, std::string& why);
  bool is_ours(std::string& why) const;
  bool fail(const std::string& what, std::string& why) const;

  std::string path_, unwritten_;
  int file_ = -1;
  bool plain_ = true;  // a file, and no device or pipe
  bool locked_ = true;
  std::uint64_t size_ = 0, dropped_ = 0;
  Key chain_ = 0;
};

// The text of a file, for reading; it may grow meanwhile. A missing one cannot be read.
Source file_source(const std::string& path);

// The first line in which two heads differ, as each has it.
std::string difference(std::string_view one, std::string_view other);

}  // namespace comodin
