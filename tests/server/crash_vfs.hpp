// CrashVfs: a SQLite file system whose disk forgets. Contents are kept in memory, as they are seen and as
// they are on the disk; only a sync brings one to the other. Locks and shared memory are those of the real
// file system.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <vector>

namespace comodin::server {

inline constexpr std::size_t kSector = 512;  // a power cut may tear a write between two of these

class CrashVfs {
 public:
  explicit CrashVfs(std::string name);
  ~CrashVfs();
  CrashVfs(const CrashVfs&) = delete;
  CrashVfs& operator=(const CrashVfs&) = delete;
  const std::string& name() const { return name_; }

  // Writes, truncations, syncs and deletions so far. The first is number 1.
  std::uint64_t calls();
  // During this call the power fails: this call and all later ones fail. Chance keeps a part of what is not
  // synced.
  void cut_at(std::uint64_t call, std::uint64_t seed);
  // The power fails now, between two calls.
  void power_cut(std::uint64_t seed);
  // This call fails, but no other. What a failed sync should have written never reaches the disk, though it
  // can still be read, as on Linux.
  void fail_at(std::uint64_t call);
  // From now on syncs do nothing, and claim success.
  void ignore_syncs();
  // Called before each sync, on the thread that syncs.
  void on_sync(std::function<void()> hook);
  // After a cut: the machine is started again. Calls are counted anew.
  void power_on();

  // For the functions that SQLite calls.
  struct Change {
    std::uint64_t at;
    std::string bytes;  // empty: the file is cut off at `at`
  };
  struct Image {
    std::string seen, safe;
    std::vector<Change> changes;  // since the last sync
    bool is_safe = false;         // its name is on the disk
  };
  int read(Image& image, void* out, int size, std::uint64_t at);
  int size(Image& image, sqlite3_int64& out);
  int change(Image& image, Change change);
  int sync(Image& image);
  int remove(const std::string& path, bool sync_folder);
  std::shared_ptr<Image> open(const std::string& path, bool create, bool safe);
  bool exists(const std::string& path);
  bool dark();
  sqlite3_vfs* real() const { return real_; }

 private:
  enum class Fate { Passes, Fails, Dark };
  Fate count();
  void cut();
  void keep_part(Image& image, std::mt19937_64& chance);

  std::string name_;
  sqlite3_vfs* real_;
  sqlite3_vfs vfs_{};
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Image>> images_;
  std::map<std::string, std::shared_ptr<Image>> removed_;  // but may come back after a power cut
  std::function<void()> on_sync_;
  std::uint64_t calls_ = 0, cut_at_ = 0, fail_at_ = 0, seed_ = 0;
  bool dark_ = false, ignore_syncs_ = false;
};

}  // namespace comodin::server
