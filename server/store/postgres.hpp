// libpq's handles, owned; the little of PostgreSQL that the store needs. Values go to the database and come
// back in binary. Only the PostgreSQL store includes this.
#pragma once

#include <libpq-fe.h>

#include <cstdint>
#include <deque>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace comodin::server {

struct PgFinish {
  void operator()(PGconn* connection) const { PQfinish(connection); }
};
struct PgClear {
  void operator()(PGresult* result) const { PQclear(result); }
};
using PgConnection = std::unique_ptr<PGconn, PgFinish>;
using PgResult = std::unique_ptr<PGresult, PgClear>;

// What went wrong. `state` is the SQLSTATE; empty: the connection is lost.
struct PgFault {
  std::string state, what;
  explicit operator bool() const { return !what.empty(); }
  // Would the same be refused again, however long one waits?
  bool lasts() const;
};

// The parameters of a statement.
class PgValues {
 public:
  PgValues& number(std::int64_t value);
  PgValues& text(std::string_view value);
  PgValues& bytes(std::string_view value);
  // Arrays, for unnest.
  PgValues& numbers(const std::vector<std::int64_t>& values);
  PgValues& texts(const std::vector<std::string_view>& values);
  PgValues& blobs(const std::vector<std::string_view>& values);

  int count() const { return static_cast<int>(types_.size()); }
  const Oid* types() const { return types_.data(); }
  const char* const* values();
  const int* lengths() const { return lengths_.data(); }
  const int* formats() const { return formats_.data(); }

 private:
  PgValues& add(Oid type, std::string value);

  std::vector<Oid> types_;
  std::deque<std::string> held_;
  std::vector<const char*> values_;
  std::vector<int> lengths_, formats_;
};

// A connection to a server that takes writes, and waits for the disk. Null, and why; no message names the
// password.
PgConnection pg_connect(const std::string& url, PgFault& fault);
// Is this the address of a database, as libpq understands it? False, and why.
bool pg_understands(const std::string& url, std::string& why);

// Runs one statement and waits. Null, and the fault.
PgResult pg_run(PGconn* connection, const char* sql, PgFault& fault);
PgResult pg_run(PGconn* connection, const char* sql, PgValues values, PgFault& fault);
PgFault pg_fault(PGconn* connection, const PGresult* result);

// A value of a result.
std::int64_t pg_number(const PGresult* result, int row, int column);
std::string pg_text(const PGresult* result, int row, int column);
bool pg_bool(const PGresult* result, int row, int column);

}  // namespace comodin::server
