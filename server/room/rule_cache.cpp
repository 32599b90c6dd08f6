#include "server/room/rule_cache.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

#include "fair/sha256.hpp"
#include "notation/edition.hpp"
#include "notation/rule.hpp"
#include "server/common/limits.hpp"

namespace comodin::server {
namespace {

constexpr std::string_view kBadSetting = "bad_setting";

// A text as one line, whatever is in it. Different texts give different lines.
std::string line_of(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\' || c == '\n') out += '\\';
    out += c == '\n' ? 'n' : c;
  }
  out += '\n';
  return out;
}

std::vector<std::string> words_of(const std::string& list) {
  std::vector<std::string> out;
  std::istringstream words(list);
  for (std::string one; std::getline(words, one, ',');) out.push_back(one);
  return out;
}

// The list that consists of these words; an empty one stays empty.
std::string list_of(const std::vector<std::string>& words) {
  std::string out;
  for (std::size_t k = 0; k < words.size(); ++k) (out += k ? "," : "") += words[k];
  return !words.empty() && words.back().empty() ? out + "," : out;
}

// NAME=VALUE of the options that are wanted.
template <class Wanted>
std::vector<std::string> named_where(const Options& values, Wanted wanted) {
  std::vector<std::string> out;
  for (int i = 0; i < kOptions; ++i)
    if (const Option option = static_cast<Option>(i); wanted(option))
      out.push_back(std::string(info(option).name) + "=" + option_value(values, option));
  return out;
}

}  // namespace

Bytes32 digest_of(const std::vector<std::string>& rules) {
  std::string all;
  for (const std::string& rule : rules) all += line_of(rule);
  return sha256(all);
}

Bytes32 old_digest_of(const std::vector<std::string>& rules) {
  std::string all;
  for (const std::string& rule : rules) (all += rule) += '\n';
  return sha256(all);
}

const Edition* RuleCache::edition(const Setting& setting, Refused& why) {
  const auto editions = library_.editions();
  if (std::ranges::none_of(editions, [&](const NamedText& one) { return one.name == setting.edition; })) {
    why = refuse_text(kBadSetting, {"setting.edition"_fault, {}});
    return nullptr;
  }
  Fault wrong;
  const Edition* found = library_.edition(setting.edition, "", wrong);
  if (!found) why = refuse_text(kBadSetting, wrong);
  return found;
}

Setting RuleCache::spelled_out(Setting setting) {
  Refused why;
  const Edition* rulebook = edition(setting, why);
  if (!rulebook) return setting;  // get() says what is wrong
  const Options now = rulebook->options,
                then = rulebook->options_of(std::exchange(setting.version, kOptionsVersion));
  std::vector<std::string> words =
      named_where(then, [&](Option option) { return then.number(option) != now.number(option); });
  for (const std::string& word : words_of(setting.options)) {
    if (word != kLiteral) {
      words.push_back(word);
      continue;
    }
    Options literal = now;
    read_literally(*rulebook, literal);
    for (std::string& one : named_where(
             literal, [&](Option option) { return info(option).reading() && rulebook->uses(option); }))
      words.push_back(std::move(one));
  }
  setting.options = list_of(words);
  return setting;
}

std::shared_ptr<const RuleSet> RuleCache::get(const Setting& given, const std::vector<std::string>& texts,
                                              Refused& why) {
  const Setting setting = spelled_out(given);
  std::string name =
      line_of(setting.edition) + line_of(setting.options) + line_of(std::to_string(setting.seats));
  for (const std::string& text : texts) name += line_of(text);
  if (const auto found = known_.find(name); found != known_.end())
    if (auto rules = found->second.lock()) return rules;
  const auto out = freeze(setting, texts, why);
  if (!out) return nullptr;
  std::erase_if(known_, [](const auto& one) { return one.second.expired(); });
  known_[name] = out;
  return out;
}

std::shared_ptr<const RuleSet> RuleCache::freeze(const Setting& setting,
                                                 const std::vector<std::string>& texts, Refused& why) {
  const auto refused = [&](Fault fault, int line = 0, int column = 0) {
    why = refuse_text(kBadSetting, std::move(fault), line, column);
    return nullptr;
  };
  if (setting.options.size() > kOptionsTextMax)
    return refused({"setting.options_too_long"_fault, {std::to_string(kOptionsTextMax)}});
  const Edition* rulebook = edition(setting, why);
  if (!rulebook) return nullptr;
  Options options = rulebook->options;
  Fault fault;
  for (const std::string& one : words_of(setting.options))
    if (!set_option(*rulebook, one, options, fault)) return refused(fault);
  std::vector<Rule> rules(static_cast<std::size_t>(custom_count(*rulebook, options)));
  for (std::size_t k = 0; k < rules.size(); ++k) {
    const std::string text = k < texts.size() ? texts[k] : std::string(kDefaultRule);
    if (const TextError wrong = read_rule(library_, text, rules[k]))
      return refused(wrong.fault, wrong.line, wrong.column);
  }
  auto out = std::make_shared<RuleSet>();
  fault = comodin::freeze(*rulebook, options, setting.seats, rules, *out);
  if (fault) return refused(fault);
  return out;
}

}  // namespace comodin::server
