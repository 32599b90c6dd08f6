// comodin arena --shard: plays a part of an experiment into a file, and goes on where that ends.
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "apps/comodin/arena.hpp"
#include "apps/comodin/stop.hpp"
#include "arena/number_text.hpp"
#include "arena/shard_file.hpp"
#include "parts/work_part.hpp"

namespace comodin {
namespace {

// What the bots play by, so that no two shards play with different ones.
bool add_fingerprints(const ArenaOptions& options, Plan& plan, std::string& why) {
  for (const std::string& bot : plan.bots) {
    if (is_program(bot)) plan.bot_ms = options.programs.move_ms;
    if (!make_any_bot(bot, options.programs, why) ||
        !bot_fingerprint(bot, plan.fingerprints.emplace_back(), why))
      return false;
  }
  return true;
}

// A shard on its way: its file, and why it stops before its end.
class ShardRun {
 public:
  ShardRun(const ArenaOptions& options) : options_(options) {}

  int run() {
    std::string why;
    const Environment environment = [](const char* name) { return std::getenv(name); };
    WorkPart place;
    if (!read_work_part(options_.shard, environment, place, why) || !set_up(options_, staged_, why) ||
        !add_fingerprints(options_, staged_.plan, why))
      return usage_error(why);
    shard_ = {staged_.plan, share_for(staged_.plan, staged_.schedule, place.number, place.of),
              options_.timing};
    if (!find_file(why) || !file_.open(path_, shard_, staged_.schedule, why)) return usage_error(why);
    tell_start();
    if (is_whole() || is_decided(true) || play_on(why)) return finish();
    return usage_error(why + left());
  }

 private:
  bool is_whole() const { return file_.blocks() == shard_.share.blocks(); }
  std::string blocks() const {
    return grouped(file_.blocks()) + " of " + grouped(shard_.share.blocks()) + " blocks";
  }
  std::string left() const { return "; " + blocks() + " are kept: run the same command again to go on"; }

  // A path that ends in a slash is a folder for all shards.
  bool find_file(std::string& why) {
    path_ = options_.out;
    if (!path_.ends_with('/')) return true;
    std::error_code problem;
    std::filesystem::create_directory(path_, problem);
    if (problem) why = "cannot make the folder " + path_ + ": " + problem.message();
    watch_.emplace(path_, shard_);
    path_ = shard_path(path_, shard_.share);
    return !problem;
  }

  void tell_start() const {
    const Share& share = shard_.share;
    if (options_.shard.starts_with("auto") || file_.restored() > 0)
      std::cerr << "shard " << share.number << " of " << share.of << " (" << path_ << ")"
                << (file_.restored() > 0 ? ": goes on after " + blocks() : "") << '\n';
    if (file_.file().dropped() > 0)
      std::cerr << path_ << ": " << grouped(file_.file().dropped())
                << " bytes at its end were torn or damaged; they are played again\n";
    if (!file_.file().locked())
      std::cerr << path_ << ": its file system has no locks: see to it that nobody else plays this shard\n";
  }

  bool is_decided(bool now) {
    return shard_.plan.sprt_points > 0 && watch_ &&
           (now ? watch_->decided() : watch_->decided_now_and_then());
  }

  // False, and why, if the file cannot be written.
  bool play_on(std::string& why) {
    std::atomic<bool> stop = false;
    const std::atomic<bool>& asked = listen_for_stop();
    const Running how{.stop = &stop,
                      .watcher =
                          [&](const Progress&) {
                            stop = stop || !file_.flush_now_and_then(why) || asked || is_decided(false);
                          },
                      .skip = file_.restored(),
                      .keep = [&](const Block& block) { file_.keep(block); }};
    Played none;
    return play_staged(options_, staged_, shard_.share, how, none, why) && why.empty() && file_.flush(why);
  }

  int finish() {
    if (!is_whole() && listen_for_stop()) {
      std::cerr << "comodin: stopped" << left() << " (" << path_ << ")\n";
      return stopped_status();
    }
    if (!is_whole())
      std::cerr << "shard " << shard_.share.number << " of " << shard_.share.of
                << ": the test was decided after " << grouped(watch_->deals())
                << " deals; not needed further\n";
    if (path_ != kStandardOutput) std::cout << path_ << '\n';
    bool faulty = false;
    for (const auto& [entrant, lapses] : file_.lapses()) {
      faulty |= lapses.any();
      if (lapses.any()) std::cerr << staged_.schedule.entrants[entrant] << ": " << describe(lapses) << '\n';
    }
    return faulty ? 1 : 0;
  }

  const ArenaOptions& options_;
  Staged staged_;
  Shard shard_;
  std::string path_;
  ShardFile file_;
  std::optional<VerdictWatch> watch_;
};

}  // namespace

int run_shard(const ArenaOptions& options) { return ShardRun(options).run(); }

}  // namespace comodin
