#include "engine/event.hpp"

namespace comodin {

Event mask(const Event& event, Seat viewer) {
  Event seen = event;
  switch (event.kind) {
    case EventKind::Dealt:
    case EventKind::Received:
      if (viewer != event.seat && !event.open) seen.cards = {};
      break;
    case EventKind::Drew:
    case EventKind::Awaiting:
      if (viewer == event.seat || event.open) break;
      seen.card = kNoCard;
      seen.course.may_keep = 0;
      break;
    case EventKind::Gave:
      if (viewer != event.seat && viewer != event.other) seen.cards = {};
      break;
    case EventKind::Shown:
      if (event.other != kNoSeat && viewer != event.other && viewer != event.seat) seen.cards = {};
      break;
    default: break;  // everything else happens in the open
  }
  return seen;
}

}  // namespace comodin
