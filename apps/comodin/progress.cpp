#include "apps/comodin/progress.hpp"

#include <unistd.h>

#include <cstdio>
#include <string>

#include "arena/number_text.hpp"

namespace comodin {
namespace {

constexpr double kLineEvery = 5;  // seconds
constexpr int kBarWidth = 30;

std::string clock_text(double seconds) {
  const auto all = static_cast<unsigned long long>(seconds + 0.5);
  char text[32];
  if (all >= 3600)
    std::snprintf(text, sizeof text, "%llu:%02llu:%02llu", all / 3600, all / 60 % 60, all % 60);
  else std::snprintf(text, sizeof text, "%llu:%02llu", all / 60, all % 60);
  return text;
}

}  // namespace

ProgressBar::ProgressBar(std::uint64_t deals)
    : deals_(deals),
      terminal_(isatty(STDERR_FILENO) == 1),
      start_(std::chrono::steady_clock::now()),
      next_line_(kLineEvery) {}

double ProgressBar::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void ProgressBar::draw(double part, double rate, double left) const {
  const int full = static_cast<int>(part * kBarWidth);
  const std::string bar = std::string(static_cast<std::size_t>(full), '#') +
                          std::string(static_cast<std::size_t>(kBarWidth - full), '.');
  std::fprintf(stderr, "\r[%s] %3.0f %%  %s hands  %s/s  %s left\033[K", bar.c_str(), 100 * part,
               grouped(hands_).c_str(), grouped(static_cast<std::uint64_t>(rate)).c_str(),
               clock_text(left).c_str());
}

void ProgressBar::tell(double part, double rate, double left) const {
  std::fprintf(stderr, "%.0f %%, %s hands, %s hands/s, %s left\n", 100 * part, grouped(hands_).c_str(),
               grouped(static_cast<std::uint64_t>(rate)).c_str(), clock_text(left).c_str());
}

void ProgressBar::show(std::uint64_t hands, std::uint64_t deals) {
  hands_ = hands;
  const double now = seconds(), part = static_cast<double>(deals) / static_cast<double>(deals_);
  if (deals == 0 || (!terminal_ && now < next_line_)) return;
  next_line_ = now + kLineEvery;
  shown_ = true;
  const double rate = static_cast<double>(hands) / now, left = now * (1 - part) / part;
  if (terminal_) draw(part, rate, left);
  else tell(part, rate, left);
}

void ProgressBar::finish(int threads) {
  if (!shown_) return;
  const double now = seconds();
  std::fprintf(stderr, "%s%s hands in %.1f s: %s hands/s on %d thread%s\n", terminal_ ? "\r\033[K" : "",
               grouped(hands_).c_str(), now,
               grouped(static_cast<std::uint64_t>(static_cast<double>(hands_) / now)).c_str(), threads,
               threads == 1 ? "" : "s");
}

}  // namespace comodin
