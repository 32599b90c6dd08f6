#include "apps/comodin/words.hpp"

#include <array>
#include <cstdlib>

#include "notation/moves.hpp"

namespace comodin {
namespace {

constexpr std::array<std::string_view, 4> kColorsEs = {"rojo", "amarillo", "verde", "azul"};
constexpr std::array<std::string_view, 4> kColorsEn = {"red", "yellow", "green", "blue"};

bool starts(const char* text, std::string_view with) {
  return text && std::string_view(text).starts_with(with);
}

}  // namespace

Language language_of(const std::string& wish) {
  if (wish == "es") return Language::Spanish;
  if (wish == "en") return Language::English;
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* value = std::getenv(name);
    if (!value || !*value || starts(value, "C") || starts(value, "POSIX")) continue;
    return starts(value, "es") ? Language::Spanish : Language::English;
  }
  return Language::Spanish;
}

std::string Words::seat(Seat seat) const {
  if (seat == kYou) return std::string(pick("tú", "you"));
  return std::string(pick("Jugador ", "Player ")) + std::to_string(seat + 1);
}

std::string Words::color(Color color) const {
  const auto i = static_cast<std::size_t>(color);
  return color == Color::None ? "" : std::string(pick(kColorsEs[i], kColorsEn[i]));
}

std::string Words::card(Card card) const {
  const CardInfo& info = rules_.cards[card];
  const std::string& symbol = rules_.edition.symbols[info.symbol].text;
  std::string name = symbol;
  if (symbol == "s") name = pick("salta", "skip");
  if (symbol == "v") name = pick("reversa", "reverse");
  if (symbol == "W") name = pick("comodín", "wild");
  if (info.color == Color::None && symbol != "W")
    name = std::string(pick("comodín ", "wild ")) + card_name(rules_, card).substr(1);
  if (info.color != Color::None && language_ == Language::English) name = color(info.color) + " " + name;
  if (info.color != Color::None && language_ == Language::Spanish) {
    std::string colored = color(info.color);  // la reversa roja, el 7 rojo
    if ((symbol == "s" || symbol == "v") && colored.back() == 'o') colored.back() = 'a';
    name += " " + colored;
  }
  return name + " (" + card_name(rules_, card) + ")";
}

std::string Words::doer(Seat who, std::string_view you, std::string_view they) const {
  std::string name = seat(who);
  if (who == kYou && language_ == Language::Spanish) name = "Tú";
  if (who == kYou && language_ == Language::English) name = "You";
  return name + " " + std::string(who == kYou ? you : they);
}

std::string Words::played(const Event& event) const {
  std::string line = doer(event.seat, pick("juegas ", "play "), pick("juega ", "plays ")) + card(event.card);
  if (event.color != Color::None) line += std::string(pick(" y nombra ", " naming ")) + color(event.color);
  if (event.origin == Origin::Jump) line += pick(" (se adelanta)", " (jumping in)");
  return line;
}

std::string Words::event(const Event& e) const {
  const auto p = [&](std::string_view es, std::string_view en) { return pick(es, en); };
  switch (e.kind) {
    case EventKind::Turned: return std::string(p("Primera carta: ", "First card: ")) + card(e.card);
    case EventKind::PassedOver: return std::string(p("Se pasa por alto ", "Passed over: ")) + card(e.card);
    case EventKind::Played: return played(e);
    case EventKind::Flipped:
      return doer(e.seat, p("volteas ", "turn up "), p("voltea ", "turns up ")) + card(e.card);
    case EventKind::Drew:
      return doer(e.seat, p("tomas ", "draw "), p("toma ", "draws ")) +
             (e.card == kNoCard ? std::string(p("una carta", "a card")) : card(e.card));
    case EventKind::WentOff:
      return card(e.card) + std::string(p(" estalla en manos de ", " goes off in the hand of ")) +
             seat(e.seat);
    case EventKind::DrewNothing:
      return doer(e.seat, p("pasas: no queda nada que tomar", "pass: nothing is left to draw"),
                  p("pasa: no queda nada que tomar", "passes: nothing is left to draw"));
    case EventKind::Kept:
      return doer(e.seat, p("te quedas la carta", "keep the card"), p("se queda la carta", "keeps the card"));
    case EventKind::Challenged:
      return doer(e.seat, p("desafías a ", "challenge "), p("desafía a ", "challenges ")) + seat(e.other) +
             std::string(e.value ? p(": ¡era un farol!", ": it was a bluff!")
                                 : p(": era legal", ": it was legal"));
    case EventKind::Called: return doer(e.seat, p("dices ¡UNO!", "call UNO!"), p("dice ¡UNO!", "calls UNO!"));
    case EventKind::Caught:
      return doer(e.seat, p("sorprendes sin UNO a ", "catch without UNO: "),
                  p("sorprende sin UNO a ", "catches without UNO: ")) +
             seat(e.other);
    case EventKind::Gave:
      return doer(e.seat, p("das ", "give "), p("da ", "gives ")) + std::to_string(e.value) +
             std::string(p(" cartas a ", " cards to ")) + seat(e.other);
    case EventKind::Threw:
      return doer(e.seat, p("tiras ", "throw "), p("tira ", "throws ")) +
             (e.card == kNoCard ? std::string(p("nada", "nothing")) : card(e.card));
    case EventKind::Discarded:
      return doer(e.seat, p("descartas ", "discard "), p("descarta ", "discards ")) + card(e.card);
    case EventKind::Swapped:
      return doer(e.seat, p("cambias tu mano con ", "swap hands with "),
                  p("cambia su mano con ", "swaps hands with ")) +
             seat(e.other);
    case EventKind::HandsPassed:
      return std::string(p("Todas las manos pasan un lugar", "All hands move on one seat"));
    case EventKind::DirectionIs:
      return std::string(e.value > 0 ? p("El juego va hacia la izquierda", "Play runs to the left")
                                     : p("El juego va hacia la derecha", "Play runs to the right"));
    case EventKind::PowerTaken:
      return doer(e.seat, p("tomas el poder ", "take the power of "),
                  p("toma el poder ", "takes the power of ")) +
             color(e.color);
    case EventKind::HyperspeedIs:
      return e.color == Color::None ? std::string(p("Termina la hipervelocidad", "Hyperspeed ends"))
                                    : std::string(p("Hipervelocidad en ", "Hyperspeed on ")) + color(e.color);
    case EventKind::LostTurn:
      return doer(e.seat, p("pierdes el turno", "lose the turn"), p("pierde el turno", "loses the turn"));
    case EventKind::Reshuffled:
      return std::string(p("Se baraja de nuevo la pila", "The discards are shuffled into a new pile"));
    case EventKind::Ended:
      return e.seat == kNoSeat
                 ? std::string(p("Mano bloqueada", "The hand is blocked"))
                 : doer(e.seat, p("ganas la mano", "win the hand"), p("gana la mano", "wins the hand"));
    case EventKind::ScoreIs:
      return seat(e.seat) + ": " + std::to_string(e.value) + std::string(p(" puntos", " points"));
    default: return "";
  }
}

std::string Words::question(const View& view) const {
  switch (view.await.kind) {
    case Awaits::Turn: return std::string(pick("Te toca", "Your turn"));
    case Awaits::Drawn: return std::string(pick("¿Juegas la carta tomada?", "Play the drawn card?"));
    case Awaits::Challenge: return std::string(pick("Te atacan: ¿qué haces?", "You are hit: what now?"));
    case Awaits::Second: return std::string(pick("¿Juegas una segunda carta?", "Play a second card?"));
    case Awaits::Vote:
    case Awaits::Confirm: return rules_.texts[rules_.steps[view.course.agenda.step].text];
    default: return std::string(pick("Elige", "Choose"));
  }
}

std::string Words::move(const View& view, const Move& m) const {
  const auto p = [&](std::string_view es, std::string_view en) { return std::string(pick(es, en)); };
  const std::string uno = m.uno ? p(" y ¡UNO!", " and UNO!") : "";
  switch (m.verb) {
    case Verb::Play:
    case Verb::Jump: {
      std::string line = m.verb == Verb::Play ? p("jugar ", "play ") : p("adelantarte con ", "jump in with ");
      line += card(m.what);
      if (m.power != Color::None) line += p(", poder ", ", power ") + color(m.power);
      if (m.color != Color::None) line += p(", color ", ", colour ") + color(m.color);
      return line + uno;
    }
    case Verb::Draw: return p("tomar una carta", "draw a card");
    case Verb::Keep: return p("quedártela", "keep it");
    case Verb::Accept: return p("aceptar y tomar ", "accept and draw ") + std::to_string(view.sum);
    case Verb::Challenge: return p("desafiar", "challenge");
    case Verb::Color: return color(m.color);
    case Verb::Power: return p("poder ", "power of ") + color(m.power);
    case Verb::Throw:
      return m.what == kNoCard ? p("no tirar nada", "throw nothing") : p("tirar ", "throw ") + card(m.what);
    case Verb::Stop: return p("nada más", "no second card");
    case Verb::Flip: return p("voltear la carta de la pila", "turn up the pile's top card");
    case Verb::Discard: return p("descartar ", "discard ") + card(m.what);
    case Verb::Vote: return m.what ? p("sí", "yes") : p("no", "no");
    case Verb::Choose: {
      const Step step = rules_.steps[view.course.agenda.step];
      return step.op == Op::Choose ? rules_.texts[static_cast<std::size_t>(step.text + m.what - 1)]
                                   : seat(static_cast<Seat>(m.what - 1));
    }
    case Verb::Confirm: return p("hecho", "done");
    case Verb::Swap: return p("cambiar con ", "swap with ") + seat(m.what);
    case Verb::Uno: return p("decir ¡UNO!", "call UNO!");
    case Verb::Catch: return p("sorprender a ", "catch ") + seat(m.what);
    case Verb::Give: return p("dar tus cartas a ", "give your cards to ") + seat(m.what);
  }
  return "";
}

namespace {

std::string_view spanish(Refusal refusal) {
  switch (refusal) {
    case Refusal::None: return "se acepta";
    case Refusal::HandOver: return "la mano ha terminado";
    case Refusal::HandRuns: return "todavía se juega una mano";
    case Refusal::GameOver: return "la partida ya está ganada";
    case Refusal::NotAwaited: return "le toca a otro jugador";
    case Refusal::NotNow: return "no es el momento";
    case Refusal::NotInHand: return "esa carta no está en la mano";
    case Refusal::NoMatch: return "la carta no coincide en color ni en símbolo";
    case Refusal::OnlyDrawn: return "después de tomar solo se puede jugar la carta tomada";
    case Refusal::MustPlay: return "la carta tomada se puede jugar, así que hay que jugarla";
    case Refusal::NotAnAnswer: return "esa carta no responde a la que se jugó";
    case Refusal::BluffForbidden: return "hay en la mano una carta que lo impide";
    case Refusal::ColorMissing: return "hay que nombrar un color";
    case Refusal::ColorNotNamed: return "solo un comodín nombra color";
    case Refusal::PowerMissing: return "hay que nombrar un poder";
    case Refusal::PowerNotNamed: return "esta carta no nombra ningún poder";
    case Refusal::UnoNotOwed: return "no hay que decir UNO";
    case Refusal::NothingToCatch: return "ese jugador no debe ningún UNO";
    case Refusal::CouldPlay: return "hay una carta que se puede jugar";
    case Refusal::NothingToTurn: return "no hay carta que voltear";
    case Refusal::NoPower: return "no tienes ese poder";
    case Refusal::NothingToGive: return "no hay cartas de ese color que dar";
    case Refusal::Shielded: return "ese jugador está protegido";
    case Refusal::NoSuchTarget: return "hay que nombrar a otro jugador";
    case Refusal::NoSuchChoice: return "esa opción no existe";
    case Refusal::MustThrowColor: return "hay que tirar una carta del color tirado";
    case Refusal::NoChallenge: return "no hay nada que desafiar";
    case Refusal::JumpOff: return "en esta mesa no se permite adelantarse";
    case Refusal::NotIdentical: return "solo se adelanta una carta de color idéntica a la de arriba";
  }
  return "";
}

}  // namespace

std::string Words::refusal(Refusal refusal) const {
  const Reason why = reason(refusal);
  return std::string(pick("No se puede: ", "That cannot be done: ")) +
         std::string(pick(spanish(refusal), why.text)) + " (" + std::string(why.clause) + ")";
}

}  // namespace comodin
