#include "server/room/setting.hpp"

namespace comodin::server {
namespace {

template <class Value, class Member>
void take(const std::optional<Value>& value, Member& member) {
  if (value) member = static_cast<Member>(*value);
}

}  // namespace

Fault change(Setting& setting, const SettingChange& by) {
  if (Fault wrong = check_form(by)) return wrong;
  take(by.edition, setting.edition);
  take(by.options, setting.options);
  take(by.seats, setting.seats);
  take(by.clock, setting.clock);
  take(by.listed, setting.listed);
  take(by.chat, setting.chat);
  take(by.open, setting.open);
  return {};
}

}  // namespace comodin::server
