#include "tests/server/simulation_network.hpp"

#include <algorithm>

#include "tests/server/simulation_client.hpp"
#include "tests/server/simulation_node.hpp"

namespace comodin::server {

Millis Network::next(Millis& last) {
  last = std::max(last, ground_.time() + ground_.delay());
  return last - ground_.time();
}

bool Network::is_parted(Tab* tab, SimNode* node) const {
  const auto found = parted_.find({tab, node});
  return found != parted_.end() && found->second > ground_.time();
}

bool Network::is_up(Conn conn) const {
  const auto link = links_.find(conn);
  return link != links_.end() && link->second.up;
}

Conn Network::open(Tab& tab, const std::string& address, SimNode* to) {
  const Conn conn = next_conn_++;
  Link& link = links_[conn];
  link.tab = &tab;
  link.up = to && to->listens() && !is_parted(&tab, to);
  if (!link.up) {
    ground_.later(ground_.delay(), [&tab, conn] { tab.gone(conn); });
    return conn;
  }
  link.node = to;
  link.process = to->process();
  ground_.later(next(link.to_server), [this, conn, address] {
    const Link& here = links_[conn];
    if (here.up) here.node->opened(here.process, conn, address);
  });
  return conn;
}

void Network::say(Conn conn, const std::string& frame) {
  Link& link = links_[conn];
  if (!link.up) return;
  if (ground_.odds(ground_.drop_odds)) return cut(conn);
  ground_.later(next(link.to_server), [this, conn, frame] {
    const Link& here = links_[conn];
    if (!here.up) return;
    ground_.trace("from " + std::to_string(conn), frame);
    here.node->received(here.process, conn, frame);
  });
}

void Network::hang_up(Conn conn) {
  Link& link = links_[conn];
  link.deaf = true;
  ground_.later(next(link.to_server), [this, conn] {
    Link& here = links_[conn];
    if (here.up) here.node->closed(here.process, conn);
    here.up = false;
  });
}

void Network::send(Conn conn, const Text& text, int era) {
  Link& link = links_[conn];
  if (!link.up || link.deaf) return;
  if (ground_.odds(ground_.drop_odds * 4)) return cut(conn);
  ground_.later(next(link.to_client), [this, conn, text, era] {
    const Link& here = links_[conn];
    if (!here.up || here.deaf) return;
    ground_.trace("to " + std::to_string(conn), *text);
    here.tab->hear(conn, *text, era);
  });
}

void Network::close(Conn conn) {
  ground_.later(next(links_[conn].to_client), [this, conn] {
    links_[conn].tab->gone(conn);
    cut(conn);
  });
}

bool Network::talks_to(const SimNode& node) const {
  return std::ranges::any_of(links_,
                             [&](const auto& one) { return one.second.up && one.second.node == &node; });
}

void Network::forget(const SimNode& node) {
  for (auto& [conn, link] : links_)
    if (link.up && link.node == &node) {
      link.up = false;
      ground_.later(ground_.delay() * 5, [this, which = conn] { links_[which].tab->gone(which); });
    }
}

// What is under way is lost, both ways; each side notices in its own time.
void Network::cut(Conn conn) {
  Link& link = links_[conn];
  if (!link.up) return;
  link.up = false;
  ground_.later(ground_.delay() * (ground_.chance.one_in(4) ? 100 : 1), [this, conn] {
    const Link& here = links_[conn];
    here.node->closed(here.process, conn);
  });
  ground_.later(ground_.delay() * 4, [this, conn] { links_[conn].tab->gone(conn); });
}

void Network::part(Tab& tab, SimNode& node, Millis ms) {
  parted_[{&tab, &node}] = ground_.time() + ms;
  for (const auto& [conn, link] : links_)
    if (link.tab == &tab && link.node == &node) cut(conn);
}

}  // namespace comodin::server
