// The tables of a store, and how those of earlier versions become these.
#pragma once

#include <cstdint>
#include <string>

#include "server/store/sqlite.hpp"

namespace comodin::server {

inline constexpr int kSchemaVersion = 4;           // PRAGMA user_version
inline constexpr int kApplicationId = 0x436D646E;  // PRAGMA application_id: "Cmdn"

// An entry's key is its room's id and its number, so a log lies together, in order, in one tree. Rows of such
// a table fill their pages; in a table WITHOUT ROWID a row of more than a quarter of a page gets a page of
// its own.
inline constexpr int kNumberBits = 32;
inline std::int64_t entry_key(std::int64_t room, std::uint32_t n) { return (room << kNumberBits) + n; }
inline std::uint32_t entry_number(std::int64_t key) { return static_cast<std::uint32_t>(key); }

// Is this a store that this program can read? `version` 0: there is nothing in it yet. False, and why.
bool check_schema(sqlite3* db, const std::string& path, std::int64_t& version, std::string& why);

// Makes the tables, or converts those of `version`, in one transaction. False, and why.
bool make_schema(sqlite3* db, std::int64_t version, std::string& why);

}  // namespace comodin::server
