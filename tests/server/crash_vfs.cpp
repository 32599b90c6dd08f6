#include "tests/server/crash_vfs.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <new>
#include <utility>

namespace comodin::server {
namespace {

// What SQLite gets as a file: ours, with the real one behind it.
struct File {
  sqlite3_file base;
  CrashVfs* disk;
  std::shared_ptr<CrashVfs::Image> image;
  sqlite3_file* real;
};
constexpr std::size_t kFileSize = (sizeof(File) + 15) / 16 * 16;

File& file_of(sqlite3_file* file) { return *reinterpret_cast<File*>(file); }
sqlite3_file* real_of(sqlite3_file* file) { return file_of(file).real; }
CrashVfs& disk_of(sqlite3_vfs* vfs) { return *static_cast<CrashVfs*>(vfs->pAppData); }
sqlite3_vfs* real_of(sqlite3_vfs* vfs) { return disk_of(vfs).real(); }

int x_close(sqlite3_file* file) {
  File& mine = file_of(file);
  if (mine.real->pMethods) mine.real->pMethods->xClose(mine.real);
  mine.image.reset();
  mine.~File();
  return SQLITE_OK;
}
int x_read(sqlite3_file* file, void* out, int size, sqlite3_int64 at) {
  return file_of(file).disk->read(*file_of(file).image, out, size, static_cast<std::uint64_t>(at));
}
int x_write(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 at) {
  std::string copy(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
  return file_of(file).disk->change(*file_of(file).image, {static_cast<std::uint64_t>(at), std::move(copy)});
}
int x_truncate(sqlite3_file* file, sqlite3_int64 size) {
  return file_of(file).disk->change(*file_of(file).image, {static_cast<std::uint64_t>(size), {}});
}
int x_sync(sqlite3_file* file, int) { return file_of(file).disk->sync(*file_of(file).image); }
int x_file_size(sqlite3_file* file, sqlite3_int64* size) {
  return file_of(file).disk->size(*file_of(file).image, *size);
}
int x_lock(sqlite3_file* file, int level) { return real_of(file)->pMethods->xLock(real_of(file), level); }
int x_unlock(sqlite3_file* file, int level) { return real_of(file)->pMethods->xUnlock(real_of(file), level); }
int x_check_lock(sqlite3_file* file, int* out) {
  return real_of(file)->pMethods->xCheckReservedLock(real_of(file), out);
}
int x_control(sqlite3_file* file, int what, void* with) {
  return real_of(file)->pMethods->xFileControl(real_of(file), what, with);
}
int x_sector(sqlite3_file* file) { return real_of(file)->pMethods->xSectorSize(real_of(file)); }
int x_device(sqlite3_file* file) { return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file)); }
int x_shm_map(sqlite3_file* file, int page, int size, int extend, void volatile** out) {
  return real_of(file)->pMethods->xShmMap(real_of(file), page, size, extend, out);
}
int x_shm_lock(sqlite3_file* file, int from, int n, int flags) {
  return real_of(file)->pMethods->xShmLock(real_of(file), from, n, flags);
}
void x_shm_barrier(sqlite3_file* file) { real_of(file)->pMethods->xShmBarrier(real_of(file)); }
int x_shm_unmap(sqlite3_file* file, int remove) {
  return real_of(file)->pMethods->xShmUnmap(real_of(file), remove);
}

constexpr sqlite3_io_methods kMethods{
    2,          x_close,       x_read,       x_write,   x_truncate, x_sync,   x_file_size,
    x_lock,     x_unlock,      x_check_lock, x_control, x_sector,   x_device, x_shm_map,
    x_shm_lock, x_shm_barrier, x_shm_unmap,  nullptr,   nullptr};

int x_open(sqlite3_vfs* vfs, const char* path, sqlite3_file* file, int flags, int* out_flags) {
  file->pMethods = nullptr;
  CrashVfs& disk = disk_of(vfs);
  if (!path || disk.dark()) return SQLITE_CANTOPEN;
  const bool main = (flags & SQLITE_OPEN_MAIN_DB) != 0;  // the store has made and synced the real one
  std::shared_ptr<CrashVfs::Image> image = disk.open(path, main || (flags & SQLITE_OPEN_CREATE) != 0, main);
  if (!image) return SQLITE_CANTOPEN;
  auto* real = reinterpret_cast<sqlite3_file*>(reinterpret_cast<char*>(file) + kFileSize);
  const int rc = disk.real()->xOpen(disk.real(), path, real, flags | SQLITE_OPEN_CREATE, out_flags);
  if (rc != SQLITE_OK) return rc;
  new (file) File{{&kMethods}, &disk, std::move(image), real};
  return SQLITE_OK;
}
int x_delete(sqlite3_vfs* vfs, const char* path, int sync) {
  const int rc = disk_of(vfs).remove(path, sync != 0);
  if (rc == SQLITE_OK) real_of(vfs)->xDelete(real_of(vfs), path, 0);
  return rc;
}
int x_access(sqlite3_vfs* vfs, const char* path, int, int* out) {
  if (disk_of(vfs).dark()) return SQLITE_IOERR_ACCESS;
  *out = disk_of(vfs).exists(path) ? 1 : 0;
  return SQLITE_OK;
}
int x_full_path(sqlite3_vfs* vfs, const char* path, int size, char* out) {
  return real_of(vfs)->xFullPathname(real_of(vfs), path, size, out);
}
int x_randomness(sqlite3_vfs* vfs, int size, char* out) {
  return real_of(vfs)->xRandomness(real_of(vfs), size, out);
}
int x_sleep(sqlite3_vfs* vfs, int micros) { return real_of(vfs)->xSleep(real_of(vfs), micros); }
int x_time(sqlite3_vfs* vfs, double* out) { return real_of(vfs)->xCurrentTime(real_of(vfs), out); }
int x_error(sqlite3_vfs* vfs, int size, char* out) {
  return real_of(vfs)->xGetLastError(real_of(vfs), size, out);
}

void put(std::string& bytes, const CrashVfs::Change& change) {
  const std::size_t at = change.at;
  if (change.bytes.empty()) {
    bytes.resize(std::min(at, bytes.size()));
    return;
  }
  if (bytes.size() < at + change.bytes.size()) bytes.resize(at + change.bytes.size());
  bytes.replace(at, change.bytes.size(), change.bytes);
}

}  // namespace

CrashVfs::CrashVfs(std::string name) : name_(std::move(name)), real_(sqlite3_vfs_find(nullptr)) {
  vfs_.iVersion = 1;
  vfs_.szOsFile = static_cast<int>(kFileSize) + real_->szOsFile;
  vfs_.mxPathname = real_->mxPathname;
  vfs_.zName = name_.c_str();
  vfs_.pAppData = this;
  vfs_.xOpen = x_open;
  vfs_.xDelete = x_delete;
  vfs_.xAccess = x_access;
  vfs_.xFullPathname = x_full_path;
  vfs_.xRandomness = x_randomness;
  vfs_.xSleep = x_sleep;
  vfs_.xCurrentTime = x_time;
  vfs_.xGetLastError = x_error;
  sqlite3_vfs_register(&vfs_, 0);
}

CrashVfs::~CrashVfs() { sqlite3_vfs_unregister(&vfs_); }

std::uint64_t CrashVfs::calls() {
  const std::lock_guard held(mutex_);
  return calls_;
}

void CrashVfs::cut_at(std::uint64_t call, std::uint64_t seed) {
  const std::lock_guard held(mutex_);
  cut_at_ = call;
  seed_ = seed;
}

void CrashVfs::power_cut(std::uint64_t seed) {
  const std::lock_guard held(mutex_);
  seed_ = seed;
  cut();
}

void CrashVfs::fail_at(std::uint64_t call) {
  const std::lock_guard held(mutex_);
  fail_at_ = call;
}

void CrashVfs::ignore_syncs() {
  const std::lock_guard held(mutex_);
  ignore_syncs_ = true;
}

void CrashVfs::on_sync(std::function<void()> hook) {
  const std::lock_guard held(mutex_);
  on_sync_ = std::move(hook);
}

void CrashVfs::power_on() {
  const std::lock_guard held(mutex_);
  calls_ = cut_at_ = fail_at_ = 0;
  dark_ = false;
  for (const auto& [path, image] : images_) std::remove((path + "-shm").c_str());
}

bool CrashVfs::dark() {
  const std::lock_guard held(mutex_);
  return dark_;
}

CrashVfs::Fate CrashVfs::count() {
  if (dark_) return Fate::Dark;
  ++calls_;
  if (calls_ == fail_at_) return Fate::Fails;
  return Fate::Passes;
}

int CrashVfs::read(Image& image, void* out, int size, std::uint64_t at) {
  const std::lock_guard held(mutex_);
  if (dark_) return SQLITE_IOERR_READ;
  const auto wanted = static_cast<std::size_t>(size);
  const std::size_t from = std::min<std::size_t>(at, image.seen.size());
  const std::size_t there = std::min(wanted, image.seen.size() - from);
  std::memcpy(out, image.seen.data() + from, there);
  std::memset(static_cast<char*>(out) + there, 0, wanted - there);
  return there == wanted ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

int CrashVfs::size(Image& image, sqlite3_int64& out) {
  const std::lock_guard held(mutex_);
  if (dark_) return SQLITE_IOERR_FSTAT;
  out = static_cast<sqlite3_int64>(image.seen.size());
  return SQLITE_OK;
}

int CrashVfs::change(Image& image, Change change) {
  const std::lock_guard held(mutex_);
  const int fault = change.bytes.empty() ? SQLITE_IOERR_TRUNCATE : SQLITE_IOERR_WRITE;
  if (count() != Fate::Passes) return fault;
  put(image.seen, change);
  image.changes.push_back(std::move(change));
  if (calls_ != cut_at_) return SQLITE_OK;
  cut();
  return fault;
}

int CrashVfs::sync(Image& image) {
  std::function<void()> hook;
  {
    const std::lock_guard held(mutex_);
    hook = on_sync_;
  }
  if (hook) hook();
  const std::lock_guard held(mutex_);
  const Fate fate = count();
  if (fate == Fate::Fails) image.changes.clear();
  if (fate != Fate::Passes) return SQLITE_IOERR_FSYNC;
  if (calls_ == cut_at_) {
    cut();
    return SQLITE_IOERR_FSYNC;
  }
  if (ignore_syncs_) return SQLITE_OK;
  for (const Change& one : image.changes) put(image.safe, one);
  image.changes.clear();
  if (!image.is_safe) removed_.clear();  // with a new file SQLite syncs its folder
  image.is_safe = true;
  return SQLITE_OK;
}

int CrashVfs::remove(const std::string& path, bool sync_folder) {
  const std::lock_guard held(mutex_);
  if (count() != Fate::Passes) return SQLITE_IOERR_DELETE;
  const auto found = images_.find(path);
  if (found == images_.end()) return SQLITE_IOERR_DELETE_NOENT;
  if (!sync_folder || calls_ == cut_at_) removed_[path] = found->second;
  images_.erase(found);
  if (calls_ != cut_at_) return SQLITE_OK;
  cut();
  return SQLITE_IOERR_DELETE;
}

std::shared_ptr<CrashVfs::Image> CrashVfs::open(const std::string& path, bool create, bool safe) {
  const std::lock_guard held(mutex_);
  const auto found = images_.find(path);
  if (found != images_.end()) return found->second;
  if (!create) return nullptr;
  removed_.erase(path);
  const auto made = images_[path] = std::make_shared<Image>();
  made->is_safe = safe;
  return made;
}

bool CrashVfs::exists(const std::string& path) {
  const std::lock_guard held(mutex_);
  return images_.contains(path);
}

// The power is gone: what is on the disk is all there is.
void CrashVfs::cut() {
  dark_ = true;
  std::mt19937_64 chance(seed_);
  for (auto& [path, image] : removed_) {
    if (chance() % 2 == 0) images_[path] = image;
  }
  removed_.clear();
  for (auto at = images_.begin(); at != images_.end();) {
    keep_part(*at->second, chance);
    const bool stays = at->second->is_safe || chance() % 2 == 0;
    at = stays ? std::next(at) : images_.erase(at);
  }
}

// A disk may have written any part of what it was not asked to sync, in any order: a whole write, or some of
// its sectors.
void CrashVfs::keep_part(Image& image, std::mt19937_64& chance) {
  enum { Nothing, Everything, First, Some, Torn, Kinds };
  const std::uint64_t kind = chance() % Kinds;
  const std::size_t first = image.changes.empty() ? 0 : chance() % (image.changes.size() + 1);
  for (std::size_t i = 0; i < image.changes.size(); ++i) {
    const Change& one = image.changes[i];
    const bool half = chance() % 2 == 0;
    if (kind == Everything || (kind == First && i < first) || (kind == Some && half)) put(image.safe, one);
    if (kind != Torn) continue;
    if (one.bytes.empty() && half) put(image.safe, one);
    for (std::size_t from = 0; from < one.bytes.size();) {
      const std::size_t to =
          std::min<std::size_t>(one.bytes.size(), from + kSector - (one.at + from) % kSector);
      if (chance() % 2 == 0) put(image.safe, {one.at + from, one.bytes.substr(from, to - from)});
      from = to;
    }
  }
  // The size is written apart from the content: what was never written reads as nothing.
  if (chance() % 4 == 0 && image.seen.size() > image.safe.size()) image.safe.resize(image.seen.size());
  image.changes.clear();
  image.seen = image.safe;
  image.is_safe = image.is_safe || !image.safe.empty();
}

}  // namespace comodin::server
