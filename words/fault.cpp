#include "words/fault.hpp"

namespace comodin {
namespace {

std::string text_of(const Catalogue& say, std::string_view code, std::span<const std::string> args) {
  std::vector<std::string> said;
  for (std::size_t i = 0; i < args.size(); ++i) {
    const std::string& arg = args[i];
    said.push_back(arg.starts_with('@') ? text_of(say, arg.substr(1), args.subspan(i + 1)) : arg);
  }
  const std::string key = "fault." + std::string(code);
  return fill(say.text(key), std::span<const std::string>(said));
}

}  // namespace

std::string fault_text(Language language, const Fault& fault) {
  return fault ? text_of(Catalogue(language), fault.code, fault.args) : std::string();
}

std::string english(const Fault& fault) { return fault_text(Language::English, fault); }

}  // namespace comodin
