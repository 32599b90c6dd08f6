// A listener that keeps all it hears.
#pragma once

#include <vector>

#include "engine/event.hpp"

namespace comodin {

struct EventList : Listener {
  void on(const Event& event) override { events.push_back(event); }
  std::vector<Event> events;
};

}  // namespace comodin
