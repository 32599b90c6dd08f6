#include "server/store/postgres.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace comodin::server {
namespace {

constexpr Oid kBytes = 17, kNumber = 20, kText = 25, kBytesArray = 1001, kTextArray = 1009,
              kNumberArray = 1016;

void put(std::string& out, std::uint64_t value, int bytes) {
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) out += static_cast<char>(value >> shift);
}

std::string array_head(Oid element, std::size_t size) {
  std::string out;
  put(out, size ? 1 : 0, 4);  // dimensions
  put(out, 0, 4);             // no nulls
  put(out, element, 4);
  if (!size) return out;
  put(out, size, 4);
  put(out, 1, 4);  // the first index
  return out;
}

std::string text_array(Oid element, const std::vector<std::string_view>& values) {
  std::string out = array_head(element, values.size());
  for (const std::string_view value : values) {
    put(out, value.size(), 4);
    out += value;
  }
  return out;
}

// libpq's messages end in line breaks, and some go on over several lines.
std::string one_line(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  std::ranges::replace(text, '\n', ' ');
  std::erase(text, '\t');
  return text;
}

std::string without(std::string text, const char* secret) {
  const std::string_view hidden = secret ? secret : "";
  if (hidden.empty()) return text;
  for (std::size_t at = 0; (at = text.find(hidden, at)) != std::string::npos; at += 3)
    text.replace(at, hidden.size(), "***");
  return text;
}

// What an operator has not said in the address: how soon a dead connection is noticed.
constexpr std::array<std::pair<const char*, const char*>, 7> kUsual = {{
    {"application_name", "comodin"},
    {"connect_timeout", "5"},
    {"keepalives_idle", "5"},
    {"keepalives_interval", "2"},
    {"keepalives_count", "3"},
    {"tcp_user_timeout", "10000"},
    {"target_session_attrs", "read-write"},
}};

}  // namespace

// Classes of SQLSTATE: 08 connections, 25 transactions (a server that has become a standby), 40 conflicts, 53
// resources (a full disk), 55 locks, 57 operators, 58 and XX the system itself.
bool PgFault::lasts() const {
  static constexpr std::array kPassing = {"08", "25", "40", "53", "55", "57", "58"};
  return !state.empty() &&
         std::ranges::none_of(kPassing, [&](const char* start) { return state.starts_with(start); });
}

PgValues& PgValues::add(Oid type, std::string value) {
  types_.push_back(type);
  lengths_.push_back(static_cast<int>(value.size()));
  formats_.push_back(1);
  held_.push_back(std::move(value));
  return *this;
}

PgValues& PgValues::number(std::int64_t value) {
  std::string out;
  put(out, static_cast<std::uint64_t>(value), 8);
  return add(kNumber, std::move(out));
}

PgValues& PgValues::text(std::string_view value) { return add(kText, std::string(value)); }
PgValues& PgValues::bytes(std::string_view value) { return add(kBytes, std::string(value)); }

PgValues& PgValues::numbers(const std::vector<std::int64_t>& values) {
  std::string out = array_head(kNumber, values.size());
  for (const std::int64_t value : values) {
    put(out, 8, 4);
    put(out, static_cast<std::uint64_t>(value), 8);
  }
  return add(kNumberArray, std::move(out));
}

PgValues& PgValues::texts(const std::vector<std::string_view>& values) {
  return add(kTextArray, text_array(kText, values));
}

PgValues& PgValues::blobs(const std::vector<std::string_view>& values) {
  return add(kBytesArray, text_array(kBytes, values));
}

const char* const* PgValues::values() {
  values_.clear();
  for (const std::string& value : held_) values_.push_back(value.data());
  return values_.data();
}

// libpq would show the whole address, with its password.
bool pg_understands(const std::string& url, std::string& why) {
  char* said = nullptr;
  PQconninfoOption* const options = PQconninfoParse(url.c_str(), &said);
  PQfreemem(said);
  if (!options) {
    why = "the address of the database makes no sense: it looks like postgresql://ROLE@HOST:PORT/DATABASE";
    return false;
  }
  PQconninfoFree(options);
  return true;
}

PgConnection pg_connect(const std::string& url, PgFault& fault) {
  if (std::string why; !pg_understands(url, why)) {
    fault = {"08001", why};
    return nullptr;
  }
  PQconninfoOption* const given = PQconninfoParse(url.c_str(), nullptr);
  std::vector<const char*> names, values;
  for (const auto& [name, value] : kUsual) {
    names.push_back(name);
    values.push_back(value);
  }
  for (const PQconninfoOption* one = given; one->keyword; ++one)
    if (one->val && *one->val) {
      names.push_back(one->keyword);
      values.push_back(one->val);
    }
  names.push_back(nullptr);
  values.push_back(nullptr);
  PgConnection connection(PQconnectdbParams(names.data(), values.data(), 0));
  PQconninfoFree(given);
  if (PQstatus(connection.get()) != CONNECTION_OK) {
    fault = {"", without(one_line(PQerrorMessage(connection.get())), PQpass(connection.get()))};
    if (fault.what.empty()) fault.what = "no memory";
    return nullptr;
  }
  PQsetNoticeProcessor(connection.get(), [](void*, const char*) {}, nullptr);
  // Whatever the role says: an answered commit is on the disk, and on the standby where there is one.
  if (!pg_run(connection.get(),
              "SELECT set_config('synchronous_commit', CASE WHEN current_setting('synchronous_commit') IN "
              "('off', 'local', 'remote_write') THEN 'on' ELSE current_setting('synchronous_commit') END, "
              "false), "
              "set_config('idle_in_transaction_session_timeout', '10000', false), "
              "set_config('client_encoding', 'UTF8', false)",
              fault))
    return nullptr;
  return connection;
}

PgFault pg_fault(PGconn* connection, const PGresult* result) {
  const char* state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : nullptr;
  const char* primary = result ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : nullptr;
  std::string what = one_line(primary ? primary : PQerrorMessage(connection));
  if (what.empty()) what = "no answer";
  const bool lost = PQstatus(connection) != CONNECTION_OK;
  return {state && !lost ? state : "", without(std::move(what), PQpass(connection))};
}

PgResult pg_run(PGconn* connection, const char* sql, PgFault& fault) {
  return pg_run(connection, sql, PgValues(), fault);
}

PgResult pg_run(PGconn* connection, const char* sql, PgValues values, PgFault& fault) {
  PgResult result(PQexecParams(connection, sql, values.count(), values.types(), values.values(),
                               values.lengths(), values.formats(), 1));
  const ExecStatusType status = PQresultStatus(result.get());
  if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) return result;
  fault = pg_fault(connection, result.get());
  return nullptr;
}

std::int64_t pg_number(const PGresult* result, int row, int column) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(PQgetvalue(result, row, column));
  std::uint64_t value = 0;
  for (int k = 0; k < PQgetlength(result, row, column); ++k) value = value << 8 | bytes[k];
  return static_cast<std::int64_t>(value);
}

std::string pg_text(const PGresult* result, int row, int column) {
  return {PQgetvalue(result, row, column), static_cast<std::size_t>(PQgetlength(result, row, column))};
}

bool pg_bool(const PGresult* result, int row, int column) { return pg_number(result, row, column) != 0; }

}  // namespace comodin::server
