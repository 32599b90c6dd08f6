// Draws the table: a Scene onto a Surface.
#include <algorithm>

#include "clients/terminal/scene.hpp"

namespace comodin {
namespace {

using namespace theme;

constexpr int kHanging = 2;  // further lines of one event in the log

std::string number(int value) { return std::to_string(value); }

class TableView {
 public:
  TableView(const Scene& scene, Surface& out)
      : s_(scene),
        view_(scene.view),
        rules_(*scene.rules),
        words_(*scene.words),
        say_(scene.words->say()),
        out_(out),
        grid_(out.grid),
        at_(lay_table(out.grid.width(), out.grid.height(), scene.rules->seats - 1,
                      static_cast<int>(scene.hand.size()))) {}

  void draw() {
    grid_.fill(grid_.area(), U' ', kPlain);
    title();
    for (int i = 0; i + 1 < rules_.seats; ++i) opponent(i);
    piles();
    facts();
    if (!s_.hint_title.empty()) hints();
    else if (s_.panel.open()) panel();
    else log();
    message();
    hand();
    draw_buttons(out_, at_.actions, s_.actions);
    draw_buttons(out_, at_.keys, s_.keys);
  }

 private:
  std::string shape(Color color) const {
    std::string out;
    append_utf8(out, shape_of(color));
    return out;
  }

  bool scored() const { return rules_.format != Format::Hand; }

  void title() {
    grid_.fill(at_.title, U' ', kBar);
    const int x = grid_.put(1, 0, "COMODÍN", kBarStrong);
    const std::string score =
        scored() ? say_("table.score", {number(view_.scores[s_.bottom]), number(rules_.target)}) : "";
    const int end = at_.title.right() - 1 - text_width(score);
    grid_.put(x + 2, 0, shortened(s_.title, end - x - 3), kBar);
    grid_.put(end, 0, score, kBar);
  }

  // ---- the others ---------------------------------------------------------------------------------

  void opponent(int i) {
    const Seat seat = static_cast<Seat>((s_.bottom + 1 + i) % rules_.seats);
    const int height = at_.opponents.h / at_.opponent_rows;
    const int width = at_.opponents.w / at_.opponent_columns;
    const Rect whole{at_.opponents.x + i % at_.opponent_columns * width,
                     at_.opponents.y + i / at_.opponent_columns * height, width - 1, height};
    out_.clickable(whole, {.key = Stroke::Player, .number = seat});
    const bool turn = view_.await.seat == seat && view_.phase == Phase::Running;
    Rect tile = whole;
    if (at_.opponent_frames) {
      draw_border(grid_, whole, turn ? Border::Double : Border::Round, turn ? kAccent : Style{kEdge, kFelt});
      tile = {whole.x + 1, whole.y + 1, whole.w - 2, whole.h - 2};
    }
    const int lines = tile.h;
    const SeatLabel& label = s_.seats[seat];
    if (turn) grid_.fill({tile.x, tile.y, tile.w, 1}, U' ', kBar);
    grid_.put(tile.x, tile.y, turn ? "▶" : " ", turn ? kBarStrong : kAccent);
    const Style name = turn ? kBarStrong : kStrong;
    const int end = grid_.put(tile.x + 1, tile.y, shortened(label.name, tile.w - 1), name, tile.right());
    if (lines == 2) return small_tile(seat, {tile.x, tile.y, width, lines}, end, turn);
    if (tile.w >= 18) call_badge(seat, tile.right() - text_width(badge(seat)), tile.y, tile.right());
    std::string level = label.level;
    if (scored()) {  // with the word for points where there is room for it
      const std::string points = number(view_.scores[seat]);
      const std::string longer =
          (level.empty() ? "" : level + " · ") + say_.counted("table.points", view_.scores[seat]);
      if (text_width(longer) < tile.w) level = longer;
      else if (text_width(level) + 3 + text_width(points) < tile.w) level += " · " + points;
    }
    grid_.put(tile.x + 1, tile.y + 1, shortened(level, tile.w - 1), kQuiet);
    count(seat, tile);
    belongings(seat, {tile.x + 1, tile.y + 3, tile.w - 1, 1}, tile.w < 18);
  }

  std::string badge(Seat seat) const {
    if (view_.owes & seat_bit(seat)) return say_("table.owes");
    return view_.count[seat] == 1 ? say_("table.one_left") : "";
  }

  int call_badge(Seat seat, int x, int y, int end) {
    const bool owes = view_.owes & seat_bit(seat);
    return grid_.put(x, y, badge(seat), owes ? Style{kDark, kAlarm, kBold} : kAccent, end);
  }

  // The number of cards, and as many backs as fit.
  void count(Seat seat, const Rect& tile) {
    const int cards = view_.count[seat];
    const std::string text = say_.counted("table.cards", cards);
    int x = grid_.put(tile.x + 1, tile.y + 2, shortened(text, tile.w - 1), kPlain) + 1;
    for (int i = 0; i < cards && x + 1 < tile.right(); ++i, ++x) grid_.set(x, tile.y + 2, U'▮', kQuiet);
  }

  // Powers, marks, and the cards that the viewer has been shown.
  void belongings(Seat seat, const Rect& area, bool with_badge) {
    int x = area.x;
    if (with_badge && !badge(seat).empty()) x = call_badge(seat, x, area.y, area.right()) + 1;
    const bool holds = std::find(view_.power.begin(), view_.power.end(), seat) != view_.power.end();
    if (holds && area.w >= 16) x = grid_.put(x, area.y, say_("table.power") + " ", kQuiet, area.right());
    for (int c = 0; c < kColors; ++c) {
      const Color color = static_cast<Color>(c);
      if (view_.power[static_cast<std::size_t>(c)] == seat)
        x = grid_.put(x, area.y, shape(color), text_of(color), area.right());
    }
    if (view_.marks[seat]) {
      const std::string marks = say_("says.choice", {words_.marks(view_.marks[seat])});
      x = grid_.put(x > area.x ? x + 1 : x, area.y, shortened(marks, area.right() - x - 1), kAccent,
                    area.right());
    }
    std::string known;
    for_each_card(view_.known.cards[seat], [&](Card card) { known += brief(rules_, card) + " "; });
    if (known.empty()) return;
    if (x > area.x) ++x;
    grid_.put(x, area.y, shortened(known, area.right() - x), kPlain, area.right());
  }

  // Two lines: name and level, or the call; count, powers and marks.
  void small_tile(Seat seat, const Rect& tile, int x, bool turn) {
    if (badge(seat).empty())
      grid_.put(x + 1, tile.y, shortened(s_.seats[seat].level, tile.right() - x - 2), turn ? kBar : kQuiet,
                tile.right());
    else call_badge(seat, x + 1, tile.y, tile.right());
    x = grid_.put(tile.x + 1, tile.y + 1, number(view_.count[seat]) + "▮", kPlain) + 1;
    belongings(seat, {x, tile.y + 1, tile.right() - x - 1, 1}, false);
  }

  // ---- the middle -----------------------------------------------------------------------------------

  void piles() {
    const Style back{kMuted, kFeltLight};
    grid_.fill(at_.pile, U'░', back);
    draw_border(grid_, at_.pile, Border::Round, back);
    const std::string left = " " + number(view_.pile) + " ";
    grid_.put(at_.pile.x + (at_.pile.w - text_width(left) + 1) / 2, at_.pile.y + at_.pile.h / 2, left,
              {kBright, kFeltLight, kBold}, at_.pile.right() - 1);
    const std::string name = say_("table.pile");
    grid_.put(at_.pile.x + (at_.pile.w - text_width(name)) / 2, at_.pile.bottom() - 1, name,
              {kText, kFeltLight}, at_.pile.right());
    if (!s_.panel.open() || s_.focus_hand) out_.clickable(at_.pile, typed(U' '));  // not from within a menu
    if (view_.top == kNoCard) return;
    draw_top_card(grid_, at_.top, words_, rules_, view_.top, view_.color);
  }

  void fact(int& y, const std::string& text, const Style& style) {
    if (y >= at_.facts.bottom()) return;
    grid_.put(at_.facts.x, y++, shortened(text, at_.facts.w), style);
  }

  void facts() {
    int y = at_.facts.y;
    if (view_.color != Color::None) {
      fact(y, say_("table.color", {shape(view_.color), words_.color(view_.color)}), text_of(view_.color));
    } else if (view_.phase == Phase::Running) {
      fact(y, say_("table.color_open"), kQuiet);
    }
    if (view_.hyper != Color::None) {
      const std::string color = words_.color(view_.hyper), sign = shape(view_.hyper);
      const std::string whole = say_("table.hyper_long", {sign, color});
      fact(y, text_width(whole) <= at_.facts.w ? whole : say_("table.hyper", {sign, color}),
           {kDark, kGold, kBold});
    }
    if (view_.sum) fact(y, say_("table.sum", {number(view_.sum)}), kWarning);
    if (view_.hands_up) fact(y, say_("table.hands_up"), kAccent);
    fact(y, say_(view_.direction == Direction::Left ? "table.clockwise" : "table.anticlockwise"), kPlain);
    if (view_.phase == Phase::Running && view_.course.next < rules_.seats)
      fact(y, say_("table.next", {s_.seats[view_.course.next].name}), kPlain);
    fact(y, say_("table.discards", {number(view_.discards)}), kQuiet);
    own_belongings(y);
  }

  void own_belongings(int& y) {
    std::string powers;
    for (int c = 0; c < kColors; ++c)
      if (view_.power[static_cast<std::size_t>(c)] == s_.bottom) powers += shape(static_cast<Color>(c));
    if (!powers.empty()) fact(y, say_("table.your_powers", {powers}), kAccent);
    if (view_.marks[s_.bottom])
      fact(y, say_("table.your_marks", {words_.marks(view_.marks[s_.bottom])}), kAccent);
  }

  // The last lines, newest below and bright.
  void log() {
    std::vector<std::pair<std::string, bool>> lines;
    for (std::size_t i = s_.log.size(); i-- > 0 && static_cast<int>(lines.size()) < at_.log.h;) {
      const std::vector<std::string> parts = wrapped(s_.log[i], at_.log.w, kHanging);
      for (std::size_t k = parts.size(); k-- > 0;) lines.emplace_back(parts[k], i + 1 == s_.log.size());
    }
    lines.resize(std::min<std::size_t>(lines.size(), static_cast<std::size_t>(at_.log.h)));
    int y = at_.log.y + at_.log.h - static_cast<int>(lines.size());
    for (std::size_t i = lines.size(); i-- > 0; ++y)
      grid_.put(at_.log.x, y, lines[i].first, lines[i].second ? kPlain : kQuiet);
    for (int row = at_.log.y; row < at_.log.bottom(); ++row)
      grid_.set(at_.log.x - 1, row, U'│', {kEdge, kFelt});
    out_.clickable(at_.log, typed(U'l'));
  }

  // ---- choices --------------------------------------------------------------------------------------

  Rect frame(const std::string& title) {
    const Rect area = at_.panel;
    grid_.fill(area, U' ', kBar);
    out_.clickable(area, {});  // so that nothing below shows through
    const int used = std::min(
        draw_text(grid_, {area.x + 1, area.y, area.w - 2, std::min(area.h / 2, 3)}, title, kBarStrong),
        area.h - 1);
    return {area.x + 1, area.y + used, area.w - 2, area.h - used};
  }

  // Options in as many columns as their widest allows; those that do not fit are reached by moving on.
  void panel() {
    const Rect area = frame(s_.panel.title);
    const int count = static_cast<int>(s_.panel.options.size());
    int widest = 8;
    for (const std::string& option : s_.panel.options) widest = std::max(widest, text_width(option) + 5);
    const int columns = std::clamp(area.w / std::min(widest, area.w), 1, std::max(count, 1));
    const int width = area.w / columns, rows = (count + columns - 1) / columns;
    const int first = std::max(0, std::min(s_.panel.cursor / columns - area.h / 2, rows - area.h));
    for (int i = first * columns; i < count && i / columns - first < area.h; ++i) {
      const Rect spot{area.x + i % columns * width, area.y + i / columns - first, width, 1};
      const bool chosen = i == s_.panel.cursor;
      const Style style = chosen ? kCursor : kBar;
      if (chosen) grid_.fill({spot.x, spot.y, spot.w - 1, 1}, U' ', style);
      const std::string key = i < 9 ? number(i + 1) : i == 9 ? "0" : " ";
      grid_.put(spot.x, spot.y, (chosen ? "▶" : " ") + key + " ", style);
      grid_.put(spot.x + 3, spot.y, shortened(s_.panel.options[static_cast<std::size_t>(i)], width - 4),
                style);
      out_.clickable(spot, {.key = Stroke::Item, .number = i});
    }
    if (rows > area.h)
      grid_.put(area.right() - 2, at_.panel.y, first + area.h < rows ? "▼" : "▲", kBarStrong);
  }

  void hints() {
    const Rect area = frame(s_.hint_title);
    const int count = std::min(static_cast<int>(s_.hints.size()), area.h);
    for (int i = 0; i < count; ++i) {
      const HintRow& row = s_.hints[static_cast<std::size_t>(i)];
      const std::string percent = number(static_cast<int>(row.win * 100 + 0.5)) + "%";
      const int y = area.y + i, bar = area.w >= 40 ? 10 : 5;
      const Style style = i == 0 ? kBarStrong : kBar;
      grid_.put(area.x, y, i == 0 ? "▶" : " ", kBarStrong);
      const int room = area.w - bar - 7;
      grid_.put(area.x + 1, y, shortened(text_width(row.move) <= room ? row.move : row.brief, room), style);
      grid_.put(area.right() - bar - 1 - text_width(percent), y, percent, style);
      for (int k = 0; k < bar; ++k)
        grid_.set(area.right() - bar + k, y, k < static_cast<int>(row.win * bar + 0.5) ? U'█' : U'░', style);
    }
  }

  // ---- the hand -------------------------------------------------------------------------------------

  void message() {
    const Style style = s_.alert ? kWarning : view_.await.seat == s_.bottom ? kAccent : kPlain;
    Rect area = at_.message;
    long_message_ = static_cast<int>(wrapped(s_.message, area.w).size()) > area.h;
    if (long_message_) area.h += at_.head.h;  // it takes the line below as well
    draw_text(grid_, area, s_.message, style);
  }

  void hand() {
    const int count = static_cast<int>(s_.hand.size());
    const int rows = (count + at_.hand_columns - 1) / at_.hand_columns;
    const int row = count ? s_.cursor / at_.hand_columns : 0;
    const int first = std::max(0, std::min(row / at_.hand_rows * at_.hand_rows, rows - at_.hand_rows));
    for (int i = first * at_.hand_columns; i < count && i / at_.hand_columns < first + at_.hand_rows; ++i) {
      const Card card = s_.hand[static_cast<std::size_t>(i)];
      const auto [w, h] = box_of(at_.card);
      const Rect spot{at_.hand.x + i % at_.hand_columns * at_.pitch,
                      at_.hand.y + (i / at_.hand_columns - first) * h, w, h};
      const bool bluff = s_.bluffs >> card & 1;
      const CardLook look{.can = (s_.can >> card & 1) && !bluff,
                          .bluff = bluff,
                          .chosen = i == s_.cursor && s_.focus_hand,
                          .asked = s_.asked};
      draw_card(grid_, spot.x, spot.y, at_.card, words_, rules_, card, look);
      out_.clickable(spot, {.key = Stroke::HandCard, .number = i});
    }
    hand_head(count, first * at_.hand_columns,
              std::max(0, count - (first + at_.hand_rows) * at_.hand_columns));
  }

  // Whose cards, what the chosen one does, and how many lie above and below.
  void hand_head(int count, int above, int below) {
    if (long_message_) return;
    std::string more;
    if (above) more += " ▲" + number(above);
    if (below) more += " ▼" + number(below);
    const int end = at_.head.right() - text_width(more);
    grid_.put(end, at_.head.y, more, kAccent);
    int x = at_.head.x;
    const bool mine = s_.you == s_.bottom;
    x = grid_.put(x, at_.head.y,
                  mine ? say_("table.your_hand", {number(count)})
                       : say_("table.hand_of", {s_.seats[s_.bottom].name, number(view_.count[s_.bottom])}),
                  kStrong) +
        1;
    if (s_.armed) x = grid_.put(x, at_.head.y, say_("table.armed"), {kDark, kGold, kBold}) + 1;
    if (s_.hand.empty() || s_.cursor >= count) return;
    const Card card = s_.hand[static_cast<std::size_t>(s_.cursor)];
    std::string about = words_.about(card);
    if (s_.bluffs >> card & 1) about = say_("table.bluff") + about;
    x = grid_.put(x, at_.head.y, "▸ " + shortened(words_.card(card), end - x - 2), kPlain, end);
    if (!about.empty() && end - x > 8)
      grid_.put(x, at_.head.y, shortened(": " + about, end - x), kQuiet, end);
  }

  const Scene& s_;
  const View& view_;
  const RuleSet& rules_;
  const Words& words_;
  const Catalogue& say_;
  Surface& out_;
  Grid& grid_;
  TableLayout at_;
  bool long_message_ = false;
};

}  // namespace

void draw_table(const Scene& scene, Surface& out) { TableView(scene, out).draw(); }

}  // namespace comodin
