#include "tests/terminal/scenes.hpp"

#include <stdexcept>

#include "editions/editions.hpp"
#include "table/table_request.hpp"
#include "words/fault.hpp"

namespace comodin {

Library& test_library() {
  static Library library = standard_library();
  return library;
}

Staged stage(const std::string& edition, int seats, int cards, Language language) {
  Staged out;
  TableRequest request;
  request.edition = edition;
  request.players = seats;
  request.rules = {"elbows", "rooster", "joke", "hands-up"};
  Fault why;
  out.rules = freeze_request(test_library(), request, why);
  if (!out.rules) throw std::runtime_error(english(why));
  out.words = std::make_unique<Words>(*out.rules, language, Seat{0}, seat_names(seats));
  Scene& s = out.scene;
  s.rules = out.rules.get();
  s.words = out.words.get();
  s.title = edition_title(out.rules->edition, language) + " · 1";
  const std::vector<std::string> names = seat_names(seats);
  for (int k = 0; k < seats; ++k)
    s.seats.push_back(
        {k ? names[static_cast<std::size_t>(k)] : out.words->say()("seat.You"), k ? "Aprendiz" : ""});
  View& view = s.view;
  view.viewer = 0;
  view.phase = Phase::Running;
  view.await = {Awaits::Turn, 0};
  view.course.next = 1;
  view.top = 0;
  view.color = Color::Yellow;
  view.pile = 23;
  view.discards = 104;
  for (int i = 0; i < cards; ++i) {
    const Card card = out.rules->deck[static_cast<std::size_t>(i * 2 % out.rules->deck_size)];
    view.known.cards[0].add(card);
  }
  for_each_card(view.known.cards[0], [&](Card card) { s.hand.push_back(card); });
  view.count[0] = static_cast<std::uint8_t>(cards);
  for (std::size_t k = 1; k < static_cast<std::size_t>(seats); ++k)
    view.count[k] = static_cast<std::uint8_t>(30 - k);
  view.count[1] = 1;
  view.owes = seat_bit(1);
  if (out.rules->has_powers()) view.power = {1, 1, 1, 1};
  if (!out.rules->marks.empty()) view.marks[1] = 1;
  if (out.rules->edition.has_hyperspeed()) view.hyper = Color::Blue;
  s.asked = true;
  s.can = out.rules->of_color[1] | out.rules->wilds;
  s.message = out.words->question(view);
  s.log = {"primera", "segunda", "última"};
  const Catalogue& say = out.words->say();
  s.actions = {{"U", say("button.uno"), typed(U'u'), true, true},
               {"C", say("button.catch"), typed(U'c'), true, true},
               {"Enter", say("button.play"), {.key = Stroke::Enter}},
               {say("key.space"), say("button.draw"), typed(U' ')},
               {"G", say("button.give"), typed(U'g')}};
  s.keys = {{"H", say("key.hint"), typed(U'h')},
            {"L", say("key.log"), typed(U'l')},
            {"S", say("key.save"), typed(U's')},
            {"?", say("key.help"), {.key = Stroke::Help}},
            {"Esc", say("key.menu"), {.key = Stroke::Escape}}};
  return out;
}

}  // namespace comodin
