// PageEngine: what one instance of the module holds: one game, one record, one trial. Every function gives
// one JSON text, shaped as clients/web/src/engine/api.ts says; wrong input gives a fault.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fair/retelling.hpp"
#include "notation/library.hpp"
#include "table/hint.hpp"
#include "table/replay.hpp"
#include "table/solo_game.hpp"
#include "table/table_request.hpp"
#include "table/trial.hpp"

namespace comodin {

class PageEngine {
 public:
  PageEngine();
  ~PageEngine();

  // What never changes.
  std::string about();
  std::string rule(const std::string& text);
  std::string clause(std::string_view word) const;

  // One person and bots.
  std::string begin(std::string_view fields);
  std::string resume(const std::string& saved);
  std::string practise(std::string_view fields);
  std::string look() const;
  std::string deal();
  // `at`: the `n` of the last thing the page was told. An answer to an older question is refused.
  std::string move(const std::string& text, int at);
  std::string why(const std::string& text) const;  // why may this move not be made? Nothing happens
  std::string next();
  std::string go();
  std::string hint(int slices);
  std::string saved() const;
  std::string record() const;
  std::string deck() const;

  // A record, step by step.
  std::string open(const std::string& text);
  std::string at(int step, int viewer) const;
  std::string chances(int step, int worlds) const;
  std::string prospects(int step, int worlds) const;

  // A server's record, proved.
  std::string prove(const std::string& text);
  std::string proved(int step, int viewer) const;
  std::string sha256(std::string_view digits) const;  // of 32 bytes

  // A rule on trial.
  std::string trial(std::string_view fields);
  std::string trial_run(int hands);

  std::string signature();
  std::string bench(int hands);

 private:
  std::string start(std::unique_ptr<SoloGame> game, const TextError& why, bool deal);
  std::string tell(std::string_view by);                // what has happened since it was last told
  void question_after(Verb verb, const Await& before);  // does a new question stand after this move?
  bool has_step(int step) const;

  Library library_;
  std::unique_ptr<SoloGame> game_;
  int n_ = 0;                   // the number of what was told last
  int asked_ = 0;               // the `n` with which the present question was told
  std::size_t told_ = 0;        // how many of the game's events were told
  std::unique_ptr<Hint> hint_;  // on the present question
  std::unique_ptr<Replay> replay_;
  std::unique_ptr<Retelling> retelling_;  // of the record that was proved
  std::unique_ptr<Trial> trial_;
  int trial_seats_ = 0;
};

}  // namespace comodin
