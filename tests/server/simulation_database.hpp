// The simulation's database: what a PostgreSQL with a synchronous standby is to the nodes that share it. It
// has tables, transactions that lock rows, a clock of its own, and connections that can be lost. It stalls,
// crashes, fails over to its standby, and cannot be reached from some nodes for a while.
//
// A transaction locks a row, looks, is flushed, waits for the standby, and is then committed: visible,
// durable, answered. If the database crashes before it is flushed, it never was; afterwards it is there, but
// perhaps not on the standby. What the standby has too, the laws are told.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "server/store/store.hpp"
#include "tests/server/simulation_ground.hpp"
#include "tests/server/stored_rooms.hpp"

namespace comodin::server {

class SimDatabase {
 public:
  static constexpr Millis kLeaseMs = 2000;
  using Number = std::int64_t;  // of a node (a process), or of a room; 0: none

  // A room as a node owns it, or did.
  struct Held {
    Number id = 0, epoch = 0;
    std::uint32_t n = 0;  // of the last entry that was given
  };
  struct Batch {
    std::vector<Write> writes;
    std::vector<Held> rooms;  // to which each belongs
    Millis given = 0;         // as Ground::uptime() has it
  };
  // What is committed in one transaction.
  struct Group {
    Number node = 0;
    std::string name;
    int format = 0;
    std::vector<Batch> batches;
  };

  struct NodeRow {
    std::string name;
    int format = 0;
    Millis until = 0;
    Number committed = 0;
    std::set<Number> fenced;
    int backend = 0;  // the connection that writes for it
  };
  struct RoomRow {
    std::string room;
    Number owner = 0, epoch = 0;
    int format = 0;
    PlayerId maker;
    std::vector<std::string> log;
  };
  struct Tables {
    std::map<Number, NodeRow> nodes;
    std::map<Number, RoomRow> rooms;
    std::map<std::string, Number> by_name;
    std::map<std::string, GameWrite> games;
    std::map<Bytes32, PlayerId> players;
  };

  // Hands something to a process: at once, late if it is paused, never if it has died.
  using Deliver = std::function<void(std::function<void()>)>;
  // A connection. It asks for one thing at a time.
  struct Session {
    int serial = 0, era = 0;
    std::int64_t place = 0;  // in the network
    Deliver deliver;
    bool up = true;        // as the client sees it, who notices only when something is asked
    bool broken = false;   // in truth
    bool lingers = false;  // the client has given it up, and what it sent still arrives …
    bool frozen = false;   // … at a backend that stood still, and was waited for by nobody
    std::function<void(bool)> waiting;
  };
  using SessionPtr = std::shared_ptr<Session>;
  // False: the connection is lost, and with it the answer.
  using Answered = std::function<void(bool)>;

  explicit SimDatabase(Ground& ground) : ground_(ground) {}

  // ---- for stores
  // Null: it cannot be reached now.
  void connect(std::int64_t place, const Deliver& deliver, const std::function<void(SessionPtr)>& then);
  void hang_up(const SessionPtr& session, bool lingers);
  // `number`: of the group, or of another try. `fenced`: rooms that are not the node's; nothing of them is
  // written. `refuse`: some of it is there already.
  void commit(const SessionPtr& session, const std::shared_ptr<const Group>& group, Number number,
              const std::shared_ptr<std::set<Number>>& fenced, const std::function<void()>& refuse,
              Answered answer);
  // What became of a node's last group.
  void settle(const SessionPtr& session, Number node, Number number, const std::shared_ptr<bool>& committed,
              const std::shared_ptr<std::set<Number>>& fenced, Answered answer);
  // Claims of rooms, each for itself, and what becomes of them. Nobody waits for a lock: a room whose owner's
  // time is over may still be elsewhere, because that one is writing, or somebody else takes it just now.
  struct Claimed {
    Claim claim = {};
    Held held = {};
    Number owner = 0;   // Elsewhere: the node …
    Millis lapses = 0;  // … and when others may take its rooms; below 0: now
  };
  struct Claims {
    Number node = 0;
    int format = 0;
    std::vector<std::string> rooms;
    std::vector<Claimed> found = {};
  };
  void claim(const SessionPtr& session, std::shared_ptr<Claims> what, Answered answer);
  void read(const SessionPtr& session, std::function<void()> look, Answered answer);
  // Nothing is the node's any more, and it is forgotten.
  void leave(const SessionPtr& session, Number node, Answered answer);

  // ---- what a read looks at
  const Tables& tables() const { return tables_; }
  Millis clock() const { return ground_.time() + skew_; }
  bool lives(Number node) const;
  // 0: a living node has that name.
  Number new_node(const std::string& name);
  void cut_off(Number node);  // a dead node's transaction that does not come to its end is ended
  std::vector<Peer> exchange(Number node, std::string notice);
  std::vector<StoredRoom> rooms() const;  // by name
  // Does the node have rooms, though there are others that live?
  bool has_rooms_to_give(Number node) const;

  // ---- what goes wrong
  void stall(Millis ms);
  void crash(Millis down);
  void fail_over(Millis down);
  void part(std::int64_t place, Millis ms);
  void lose_answer();  // one connection breaks
  void heal();

 private:
  struct Transaction {
    std::vector<Number> rows;  // that it locks: those of nodes, and of rooms (negative)
    SessionPtr session;
    std::function<bool()> look;           // when it has the first lock. False: nothing is changed
    std::function<void(Tables&)> change;  // when it is committed
    std::function<void()> kept;           // when it is on the standby, too
    std::function<void()> done;
    bool flushed = false, over = false;
  };
  using TransactionPtr = std::shared_ptr<Transaction>;
  struct Lock {
    TransactionPtr holder;
    std::deque<TransactionPtr> waiting;
  };

  void ask(const SessionPtr& session, std::function<void(std::function<void()>)> work, Answered answer);
  void travel(const SessionPtr& session, std::function<void()> what);
  static void answer(const SessionPtr& session, bool good);
  void lose(const SessionPtr& session);
  void serve(const SessionPtr& session, const std::function<void(std::function<void()>)>& work);
  void break_off(const SessionPtr& session, Millis noticed);
  Millis parted(std::int64_t place) const;  // for so long
  void run(const TransactionPtr& what);
  void hold(const TransactionPtr& what);
  void commit(const TransactionPtr& what);
  void commit_here(const TransactionPtr& what);  // on this machine alone
  void release(const TransactionPtr& what);
  void reach_standby();
  void go_down(Millis down);
  bool lock(Number row, const TransactionPtr& what);  // if nobody has it
  std::vector<Number> take(const Claims& what, const TransactionPtr& as);
  void look_and_read(Claims& what) const;
  bool is_twice(const Group& group, const std::set<Number>& fenced) const;
  std::set<Number> fenced_of(const Group& group) const;
  void write(Tables& tables, const Group& group, const NodeRow& row);
  void write(Tables& tables, const Group& group, const Held& held, const Write& write);
  void insert(Tables& tables, const Group& group, const Held& held, const LogWrite& write);
  void tell_laws(const Group& group, const std::set<Number>& fenced);

  Ground& ground_;
  Tables tables_;
  std::optional<Tables> standby_;              // if it has less
  std::vector<std::function<void()>> unkept_;  // what the laws are told when it has that, too
  std::map<Number, std::string> notices_;      // not kept anywhere
  std::map<Number, Lock> locks_;
  std::set<std::shared_ptr<const Group>> late_;  // that were committed when their node had given that try up
  std::vector<TransactionPtr> running_;
  std::vector<std::weak_ptr<Session>> sessions_;
  std::map<std::int64_t, Millis> parted_;  // until then
  Number nodes_ = 0;                       // numbers that were given
  int serials_ = 0, era_ = 0;
  bool up_ = true;
  Millis stalled_ = 0, skew_ = 0;  // until then; of its clock
};

}  // namespace comodin::server
