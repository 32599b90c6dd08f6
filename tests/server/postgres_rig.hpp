// A PostgreSQL of the tests' own, started with the first test that needs it and stopped at the end, and
// stores in it.
#pragma once

#include <memory>
#include <string>

#include "server/store/postgres_store.hpp"
#include "tests/server/store_rig.hpp"

namespace comodin::server {

// Its address; empty: PostgreSQL is not installed here.
std::string postgres_url();
void kill_postgres();
void start_postgres_again();
// The first column of the first row, as a text.
std::string run_postgres(const std::string& sql);

PostgresSetup postgres_setup(Caller& caller, const std::string& url, const std::string& name = "");

// As SqliteRig; each begins with an empty database.
struct PostgresRig {
  Caller caller;
  std::unique_ptr<PostgresStore> postgres;
  std::string why;

  PostgresRig();
  bool ready() const { return postgres != nullptr; }
  Store& store() { return *postgres; }
  bool turn() { return caller.run_one(); }
  void settle();
  void reopen();
};

}  // namespace comodin::server
