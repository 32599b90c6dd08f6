#include "server/store/sqlite.hpp"

namespace comodin::server {

Db open_db(const std::string& path, int flags, const std::string& vfs, std::string& why) {
  sqlite3* raw = nullptr;
  const int rc = sqlite3_open_v2(path.c_str(), &raw, flags, vfs.empty() ? nullptr : vfs.c_str());
  Db db(raw);
  if (rc != SQLITE_OK) {
    why = "cannot open " + path + ": " + (db ? fault_of(db.get()) : std::string("no memory"));
    return nullptr;
  }
  sqlite3_extended_result_codes(db.get(), 1);
  sqlite3_busy_timeout(db.get(), kBusyMillis);
  return db;
}

std::string fault_of(sqlite3* db) {
  return std::string(sqlite3_errmsg(db)) + " (" + std::to_string(sqlite3_extended_errcode(db)) + ")";
}

bool execute(sqlite3* db, const char* sql) {
  return sqlite3_exec(db, sql, nullptr, nullptr, nullptr) == SQLITE_OK;
}

Statement prepare(sqlite3* db, const char* sql) {
  sqlite3_stmt* raw = nullptr;
  sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &raw, nullptr);
  return Statement(raw);
}

bool read_number(sqlite3* db, const char* sql, std::int64_t& out) {
  const Statement statement = prepare(db, sql);
  return statement && read_number(statement.get(), out);
}

bool read_number(sqlite3_stmt* statement, std::int64_t& out) {
  const bool there = sqlite3_step(statement) == SQLITE_ROW;
  if (there) out = sqlite3_column_int64(statement, 0);
  sqlite3_reset(statement);
  return there;
}

// A bind can fail only because of a wrong index or lack of memory; then the step fails on a NOT NULL.
void bind_text(sqlite3_stmt* statement, int at, std::string_view text) {
  const char* bytes = text.data() ? text.data() : "";  // null would be bound as NULL
  sqlite3_bind_text64(statement, at, bytes, text.size(), SQLITE_STATIC, SQLITE_UTF8);
}

void bind_number(sqlite3_stmt* statement, int at, std::int64_t number) {
  sqlite3_bind_int64(statement, at, number);
}

void bind_bytes(sqlite3_stmt* statement, int at, const void* bytes, std::size_t size) {
  sqlite3_bind_blob64(statement, at, bytes, size, SQLITE_STATIC);
}

std::string text_at(sqlite3_stmt* statement, int column) {
  const unsigned char* text = sqlite3_column_text(statement, column);
  const int size = sqlite3_column_bytes(statement, column);
  return text ? std::string(reinterpret_cast<const char*>(text), static_cast<std::size_t>(size))
              : std::string();
}

bool finish(sqlite3_stmt* statement) {
  const int rc = sqlite3_step(statement);
  sqlite3_reset(statement);
  return rc == SQLITE_DONE;
}

}  // namespace comodin::server
