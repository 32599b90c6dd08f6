#include "clients/terminal/hint.hpp"

#include <algorithm>
#include <tuple>

#include "bots/contadora.hpp"

namespace comodin {
namespace {

// The best first; equal ones in the order of the moves.
void sort_by_win(std::vector<MoveChance>& rows) {
  const auto key = [](const MoveChance& row) {
    const Move& m = row.move;
    return std::tuple(-row.win, -row.points, m.verb, m.what, m.color, m.power, m.uno);
  };
  std::sort(rows.begin(), rows.end(),
            [&](const MoveChance& a, const MoveChance& b) { return key(a) < key(b); });
}

}  // namespace

std::vector<MoveChance> prospects_of(const Question& question, Key key, int worlds) {
  std::vector<MoveChance> out;
  for (const Prospect& one : prospects(question, key, {.worlds = worlds}))
    out.push_back({one.move, one.win, one.points});
  sort_by_win(out);
  return out;
}

Hint::Hint(std::shared_ptr<const RuleSet> rules, const View& view, const Memory& memory,
           const Choices& choices, Key key)
    : rules_(std::move(rules)), view_(view), memory_(memory), choices_(choices), key_(key) {
  thread_ = std::thread([this] { run(); });
}

Hint::~Hint() {
  stop_ = true;
  thread_.join();
}

void Hint::run() {
  for (int slice = 0; slice < kSlices && !stop_; ++slice) {
    const Question question{*rules_, view_, memory_, choices_};
    const std::vector<MoveChance> now = prospects_of(question, split(key_, static_cast<Key>(slice)), kWorlds);
    const std::scoped_lock lock(guard_);
    if (rows_.empty()) rows_ = now;
    for (MoveChance& row : rows_) {
      const auto same =
          std::find_if(now.begin(), now.end(), [&](const MoveChance& m) { return m.move == row.move; });
      if (same == now.end()) continue;
      row.win += (same->win - row.win) / (slice + 1);
      row.points += (same->points - row.points) / (slice + 1);
    }
    done_ = slice + 1;
  }
}

std::vector<MoveChance> Hint::rows() const {
  std::vector<MoveChance> out;
  {
    const std::scoped_lock lock(guard_);
    out = rows_;
  }
  sort_by_win(out);
  return out;
}

}  // namespace comodin
