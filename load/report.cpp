// What a run found, for people and for programs.
#include <cstdarg>
#include <cstdio>

#include "load/load.hpp"
#include "notation/json.hpp"

namespace comodin {
namespace {

constexpr double kParts[] = {0.5, 0.9, 0.99, 0.999, 1};
constexpr const char* kPartNames[] = {"p50", "p90", "p99", "p99.9", "max"};

struct Sums {
  double cores = 0, micros_per_move = 0, micros_per_event = 0, kib_per_room = 0, kib_per_socket = 0;
};

Sums sums_of(const LoadPlan& plan, const LoadReport& report) {
  Sums out;
  const double cpu = report.end.cpu_seconds - report.begin.cpu_seconds;
  if (report.seconds > 0) out.cores = cpu / report.seconds;
  if (report.sent > 0) out.micros_per_move = cpu * 1e6 / static_cast<double>(report.sent);
  if (report.events > 0) out.micros_per_event = cpu * 1e6 / static_cast<double>(report.events);
  out.kib_per_room = (report.end.resident_kib - report.idle.resident_kib) / plan.rooms;
  if (report.sockets > 0) out.kib_per_socket = report.idle.resident_kib / report.sockets;
  return out;
}

double mean(std::uint64_t sum, std::uint64_t count) {
  return count ? static_cast<double>(sum) / static_cast<double>(count) : 0;
}

[[gnu::format(printf, 2, 3)]] void add_line(std::string& out, const char* format, ...) {
  char line[512];
  std::va_list values;
  va_start(values, format);
  std::vsnprintf(line, sizeof line, format, values);
  va_end(values);
  out += line;
}

unsigned long long whole(std::uint64_t number) { return number; }

void add_durations(std::string& out, const char* name, const Latencies& what) {
  add_line(out, "%-12s ms:", name);
  for (std::size_t k = 0; k < std::size(kParts); ++k)
    add_line(out, "  %s %.2f", kPartNames[k], what.millis(kParts[k]));
  add_line(out, "  (%llu)\n", whole(what.count()));
}

// Numbers with three decimals: JsonPen writes whole ones only.
std::string three_decimals(double number) {
  char text[64];
  std::snprintf(text, sizeof text, "%.3f", number);
  return text;
}

}  // namespace

std::string report_text(const LoadPlan& plan, const LoadReport& report) {
  std::string out;
  add_line(out, "rooms %d playing at first, %d at the end; sockets %d; %.1f s\n", report.rooms_set_up,
           report.rooms_playing, report.sockets, report.seconds);
  add_line(
      out,
      "moves sent %llu (%.1f/s), acknowledged %llu in all, refused %llu, skipped %llu, unanswered %llu\n",
      whole(report.sent), static_cast<double>(report.sent) / std::max(0.001, report.seconds),
      whole(report.acked), whole(report.refused), whole(report.skipped), whole(report.unanswered));
  add_line(out, "bytes of a move %.0f, of an event %.0f; events heard %llu\n",
           mean(report.move_bytes, report.sent), mean(report.event_bytes, report.events),
           whole(report.events));
  add_line(out,
           "hands %llu, games over %llu, rooms left %llu; connections lost %llu, moved %llu, resumed %llu, "
           "resent %llu, byes %llu\n",
           whole(report.hands), whole(report.games), whole(report.rooms_left), whole(report.closed),
           whole(report.moved), whole(report.reconnected), whole(report.resent), whole(report.byes));
  add_durations(out, "acknowledged", report.ack);
  add_durations(out, "seen by all", report.event);
  if (report.back.count() > 0) add_durations(out, "back at seat", report.back);
  add_durations(out, "stood still", report.still);
  if (report.has_use) {
    const Sums sums = sums_of(plan, report);
    add_line(out, "server: %.3f cores, %.0f us a move, %.1f us an event\n", sums.cores, sums.micros_per_move,
             sums.micros_per_event);
    add_line(out,
             "server memory: %.1f MiB with the sockets only (%.1f KiB each), %.1f MiB at the end: %.1f KiB a "
             "room\n",
             report.idle.resident_kib / 1024, sums.kib_per_socket, report.end.resident_kib / 1024,
             sums.kib_per_room);
  }
  for (const auto& [what, count] : report.errors)
    out += "error: " + what + ": " + std::to_string(count) + "\n";
  return out;
}

std::string report_json(const LoadPlan& plan, const LoadReport& report) {
  std::string out;
  JsonPen pen(out);
  const auto put = [&pen](const char* key, const std::string& number) { pen.key(key).raw(number); };
  const struct {
    const char* name;
    std::uint64_t value;
  } counts[] = {
      {"rooms", static_cast<std::uint64_t>(report.rooms_playing)},
      {"sockets", static_cast<std::uint64_t>(report.sockets)},
      {"sent", report.sent},
      {"acked", report.acked},
      {"refused", report.refused},
      {"skipped", report.skipped},
      {"unanswered", report.unanswered},
      {"events", report.events},
      {"hands", report.hands},
      {"games", report.games},
      {"rooms_left", report.rooms_left},
      {"closed", report.closed},
      {"moved", report.moved},
      {"lost_seats", report.back.count()},
      {"resumed", report.reconnected},
      {"resent", report.resent},
      {"byes", report.byes},
  };
  const Sums sums = sums_of(plan, report);
  const struct {
    const char* name;
    double value;
    bool known;
  } measures[] = {
      {"seconds", report.seconds, true},
      {"move_bytes", mean(report.move_bytes, report.sent), true},
      {"event_bytes", mean(report.event_bytes, report.events), true},
      {"cores", sums.cores, report.has_use},
      {"us_per_move", sums.micros_per_move, report.has_use},
      {"us_per_event", sums.micros_per_event, report.has_use},
      {"kib_per_room", sums.kib_per_room, report.has_use},
      {"kib_per_socket", sums.kib_per_socket, report.has_use},
      {"rss_kib_idle", report.idle.resident_kib, report.has_use},
      {"rss_kib_end", report.end.resident_kib, report.has_use},
  };
  pen.open('{').key("relay").flag(plan.relay);
  for (const auto& [name, value] : counts) put(name, std::to_string(value));
  for (const auto& [name, value, known] : measures)
    if (known) put(name, three_decimals(value));
  for (const auto& [name, what] : {std::pair("ack_ms", &report.ack),
                                   {"event_ms", &report.event},
                                   {"back_ms", &report.back},
                                   {"still_ms", &report.still}}) {
    pen.key(name).open('{');
    for (std::size_t k = 0; k < std::size(kParts); ++k)
      put(kPartNames[k], three_decimals(what->millis(kParts[k])));
    pen.close('}');
  }
  pen.key("errors").open('{');
  for (const auto& [what, count] : report.errors) put(what.c_str(), std::to_string(count));
  pen.close('}').close('}');
  return out;
}

}  // namespace comodin
