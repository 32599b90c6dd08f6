// `comodin serve --check-store` for a PostgreSQL store: as check_store.hpp says. Reads only; nodes may be
// running.
#pragma once

#include <string>

#include "server/store/check_store.hpp"

namespace comodin::server {

bool check_postgres(const std::string& url, const LogJudge& judge, std::string& report);

}  // namespace comodin::server
