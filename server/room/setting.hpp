// Setting: what a room is set up with.
#pragma once

#include <optional>
#include <string>

#include "engine/options.hpp"
#include "server/common/form.hpp"
#include "server/common/limits.hpp"

namespace comodin::server {

inline constexpr int kClockMax = 3600;  // seconds
inline constexpr std::size_t kEditionMax = 40;

// Of a setting, and of a change of one: the fields that players choose.
template <class Of>
constexpr auto setting_fields() {
  return std::tuple(field("edition", &Of::edition).bytes(0, kEditionMax).optional(),
                    field("options", &Of::options).bytes(0, kOptionsTextMax).optional(),
                    field("seats", &Of::seats).between(kSeatsMin, kSeatsMax),
                    field("clock", &Of::clock).between(0, kClockMax), field("listed", &Of::listed),
                    field("chat", &Of::chat), field("open", &Of::open));
}

struct Setting {
  std::string edition;
  std::string options;  // "stacking=any,cards=5": what differs from the edition's own
  int seats = 4;
  int clock = 45;                 // seconds for each decision; 0: no clock
  bool listed = false;            // anybody can find it
  bool chat = true;               // free texts, not only phrases
  bool open = true;               // a hand can be looked at when it is over
  int version = kOptionsVersion;  // options that are not named have the values of this version
  friend bool operator==(const Setting&, const Setting&) = default;

  // As logs have it. Those of the first servers name no version.
  static constexpr auto fields() {
    return std::tuple_cat(
        setting_fields<Setting>(),
        std::tuple(field("version", &Setting::version).between(1, kOptionsVersion).missing_is(1)));
  }
};

// What a command says about a setting; what is left out stays as it is.
struct SettingChange {
  std::optional<std::string> edition, options;
  std::optional<std::int64_t> seats, clock;
  std::optional<bool> listed, chat, open;

  static constexpr auto fields() { return setting_fields<SettingChange>(); }
};

// Changes the setting, within the bounds of its table of fields; or what is wrong.
Fault change(Setting& setting, const SettingChange& by);

}  // namespace comodin::server
