// SQLite's handles, owned; the little of it that the store needs. Only the store, its schema and
// check_store include this.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace comodin::server {

inline constexpr int kBusyMillis = 5000;  // how long to wait for another program's lock

struct DbClose {
  void operator()(sqlite3* db) const { sqlite3_close(db); }
};
struct StatementClose {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Db = std::unique_ptr<sqlite3, DbClose>;
using Statement = std::unique_ptr<sqlite3_stmt, StatementClose>;

// Null, and why. `flags` are those of sqlite3_open_v2; an empty `vfs` is the default one.
Db open_db(const std::string& path, int flags, const std::string& vfs, std::string& why);

// What went wrong last.
std::string fault_of(sqlite3* db);

bool execute(sqlite3* db, const char* sql);
Statement prepare(sqlite3* db, const char* sql);                    // null if it cannot be
bool read_number(sqlite3* db, const char* sql, std::int64_t& out);  // the first column of the first row
bool read_number(sqlite3_stmt* statement, std::int64_t& out);       // the same; ready for the next time

// Bound bytes are not copied: they must outlive the step.
void bind_text(sqlite3_stmt* statement, int at, std::string_view text);
void bind_number(sqlite3_stmt* statement, int at, std::int64_t number);
void bind_bytes(sqlite3_stmt* statement, int at, const void* bytes, std::size_t size);
std::string text_at(sqlite3_stmt* statement, int column);

// Steps a statement that gives no rows, and makes it ready for the next time.
bool finish(sqlite3_stmt* statement);

}  // namespace comodin::server
