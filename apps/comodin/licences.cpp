// comodin licences: whose work this is.
#include "apps/comodin/licences.hpp"

#include <CLI/CLI.hpp>
#include <iostream>

#include "apps/comodin/commands.hpp"

namespace comodin {

Command add_licences(CLI::App& app) {
  app.alias("licenses");
  app.description(
      "Prints the licence of Comodín, and the licences of the work of others that this program and its page\n"
      "contain.");
  app.footer("Example:\n  comodin licences | less");
  return [] {
    std::cout << kLicences;
    return 0;
  };
}

}  // namespace comodin
