// RuleCache: rule sets that several rooms share.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/ruleset.hpp"
#include "notation/library.hpp"
#include "server/room/refused.hpp"
#include "server/room/setting.hpp"

namespace comodin::server {

class RuleCache {
 public:
  explicit RuleCache(Library& library) : library_(library) {}
  Library& library() { return library_; }
  // The same setting, naming every option that would otherwise have another value: those that came after its
  // version, and what `literal` stands for. So it means the same to everybody, now and later.
  Setting spelled_out(Setting setting);
  // Null, and why: a setting or a rule that makes no sense.
  std::shared_ptr<const RuleSet> get(const Setting& given, const std::vector<std::string>& texts,
                                     Refused& why);

 private:
  const Edition* edition(const Setting& setting, Refused& why);
  std::shared_ptr<const RuleSet> freeze(const Setting& setting, const std::vector<std::string>& texts,
                                        Refused& why);

  Library& library_;
  std::map<std::string, std::weak_ptr<const RuleSet>> known_;
};

inline constexpr std::string_view kDefaultRule = "extra-turn";  // on a custom wild that nobody has written on

// What players accept: a hash of everything that is written on the custom wilds.
Bytes32 digest_of(const std::vector<std::string>& rules);
// The digest of older servers, for their logs: it cannot tell a line end inside a rule from one between two
// rules.
Bytes32 old_digest_of(const std::vector<std::string>& rules);

}  // namespace comodin::server
