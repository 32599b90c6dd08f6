#include "clients/terminal/menu.hpp"

#include <algorithm>

#include "clients/terminal/theme.hpp"

namespace comodin {

using namespace theme;

void Menu::step(int by) {
  const int count = static_cast<int>(rows.size());
  for (int tried = 0; tried < count; ++tried) {
    cursor = (cursor + by + count) % count;
    if (!rows[static_cast<std::size_t>(cursor)].heading) return;
  }
}

Menu::Act Menu::on(const Input& input) {
  const int count = static_cast<int>(rows.size());
  if (count == 0) return Act::None;
  cursor = std::clamp(cursor, 0, count - 1);
  switch (input.key) {
    case Stroke::Up:
    case Stroke::BackTab:
    case Stroke::WheelUp: step(-1); return Act::None;
    case Stroke::Down:
    case Stroke::Tab:
    case Stroke::WheelDown: step(1); return Act::None;
    case Stroke::PageUp:
    case Stroke::Home:
      cursor = count - 1;
      step(1);
      return Act::None;
    case Stroke::PageDown:
    case Stroke::End:
      cursor = 0;
      step(-1);
      return Act::None;
    case Stroke::Left: return Act::Less;
    case Stroke::Right: return Act::More;
    case Stroke::Enter: return Act::Enter;
    case Stroke::Item:
      if (input.number < 0 || input.number >= count) return Act::None;
      cursor = input.number;
      return input.character == U'<' ? Act::Less : input.character == U'>' ? Act::More : Act::Enter;
    default: break;
  }
  if (input.is(U'j')) step(1);
  if (input.is(U'k')) step(-1);
  if (input.is(U' ')) return Act::Enter;
  return Act::None;
}

void Menu::draw_row(Surface& out, const Rect& spot, int index) const {
  const MenuRow& row = rows[static_cast<std::size_t>(index)];
  if (row.heading) {
    out.grid.put(spot.x, spot.y, shortened(row.label, spot.w), kAccent);
    return;
  }
  const bool chosen = index == cursor;
  const Style style = chosen ? kCursor : kPlain;
  if (chosen) out.grid.fill(spot, U' ', style);
  const Input means{.key = Stroke::Item, .number = index};
  out.clickable(spot, means);
  const int half = row.value.empty() ? spot.w - 2 : std::max(18, spot.w * 2 / 5);
  out.grid.put(spot.x, spot.y, (chosen ? "▶ " : "  ") + shortened(row.label, half - 1), style, spot.right());
  if (row.value.empty()) return;
  const int x = spot.x + half + 2;
  if (!row.changes) {
    out.grid.put(x, spot.y, shortened(row.value, spot.right() - x), chosen ? style : kQuiet);
    return;
  }
  const int end = out.grid.put(x, spot.y, "◀ " + shortened(row.value, spot.right() - x - 4) + " ", style);
  out.grid.put(end, spot.y, "▶", style);
  Input less = means, more = means;
  less.character = U'<';
  more.character = U'>';
  out.clickable({x, spot.y, 2, 1}, less);
  out.clickable({end - 1, spot.y, 2, 1}, more);
}

void Menu::draw(Surface& out, const Rect& area) const {
  const int count = static_cast<int>(rows.size());
  const bool explains =
      std::any_of(rows.begin(), rows.end(), [](const MenuRow& row) { return !row.about.empty(); });
  const int foot = explains ? (area.h >= 14 ? 4 : 3) : 0;
  const int height = std::max(1, area.h - foot);
  const int first = std::clamp(cursor - height / 2, 0, std::max(0, count - height));
  for (int i = first; i < count && i - first < height; ++i)
    draw_row(out, {area.x, area.y + i - first, area.w - 2, 1}, i);
  if (first > 0) out.grid.put(area.right() - 1, area.y, "▲", kAccent);
  if (first + height < count) out.grid.put(area.right() - 1, area.y + height - 1, "▼", kAccent);
  if (!explains || cursor >= count) return;
  const int below = area.y + std::min(height, count) + 1;
  draw_text(out.grid, {area.x, below, area.w, foot - 1}, rows[static_cast<std::size_t>(cursor)].about,
            kQuiet);
}

}  // namespace comodin
