// A node of the simulation: a machine with one server process after another. A process dies between any two
// effects, is paused (its connections stay, what comes to it waits), or hands its rooms over and ends.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>

#include "server/common/limits.hpp"
#include "server/hub/hub.hpp"
#include "tests/server/simulation_ground.hpp"
#include "tests/server/simulation_network.hpp"
#include "tests/server/simulation_store.hpp"

namespace comodin::server {

class SimNode : public World, public Process {
 public:
  // `database`: null if it has a disk of its own.
  SimNode(Ground& ground, Network& network, SimDatabase* database, const Limits& limits, int number);

  // ---- what becomes of it
  void start(int format);
  void pause(Millis ms);
  void wake();
  void crash();                           // it is started again after a while …
  void crash_for_good();                  // … or never
  void drain(int format, bool for_good);  // upgrade: it hands over, stops, and is started with another format
  void leap();                            // its clocks

  const std::string& name() const { return name_; }
  int format() const { return format_; }
  int process() const { return process_; }
  bool runs() const { return hub_ != nullptr; }
  bool listens() const { return hub_ && !draining_; }  // one that drains lets nobody in
  bool paused() const { return paused_; }
  bool draining() const { return draining_; }
  bool is_gone() const { return gone_; }
  bool stays() const { return !gone_ && !(draining_ && for_good_); }
  bool is_settled() const { return hub_ && hub_->settled() && store_->is_idle(); }
  const Hub* hub() const { return hub_.get(); }
  const DiskStore* disk() const { return disk_.get(); }

  // ---- what the network brings to a process
  void opened(int process, Conn conn, const std::string& address);
  void received(int process, Conn conn, const std::string& frame);
  void closed(int process, Conn conn);

  // ---- World
  Millis now() override { return ground_.time() + offset_; }
  std::int64_t today() override { return 1800000000 + skew_ + ground_.time() / 1000; }
  void random(std::span<std::uint8_t> out) override;
  void send(Conn conn, Text text, Sort sort) override;
  void close(Conn conn, CloseCode code, std::string_view why) override;
  void think(ThinkJob job, std::function<void(Thought)> done) override;
  void log_operation(std::string_view event, std::string_view detail) override;

  // ---- Process
  Millis clock() override { return now(); }
  std::int64_t place() const override { return number_; }
  bool burnt() override;
  SimDatabase::Deliver deliver() override;
  void in_hub(const char* what, const std::function<void()>& call) override { step(what, 0, call); }
  void came() override { era_ = ground_.new_era(); }
  void fail_store() override;

 private:
  using Inbox = std::deque<std::function<void()>>;
  void arrive(Inbox& inbox, int process, std::function<void()> what);
  void step(const char* what, Conn conn, const std::function<void()>& work);
  void arm();
  void end();  // of a process
  void go_on_draining(Millis since);
  void stop();
  void go_on_stopping(Millis since);

  Ground& ground_;
  Network& network_;
  SimDatabase* database_;
  const Limits& limits_;
  int number_;
  std::string name_;
  std::unique_ptr<DiskStore> disk_;
  std::unique_ptr<SimStore> own_;
  SimStore* store_ = nullptr;
  std::unique_ptr<Hub> hub_;
  int process_ = 0;  // grows with each that begins, and with each that ends
  int format_ = 0, next_format_ = 0;
  int era_ = 0;    // of what the process remembers: it ends with it, or with the loss of a room
  int fuse_ = -1;  // effects until the process dies
  bool dying_ = false, paused_ = false, draining_ = false, stopping_ = false, gone_ = false;
  bool for_good_ = false;  // when it has stopped
  Millis armed_ = kNever, offset_ = 1000, skew_ = 0;
  Inbox to_hub_, to_store_;  // that wait until it wakes
};

}  // namespace comodin::server
