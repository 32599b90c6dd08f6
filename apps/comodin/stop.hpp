// Ctrl-C and SIGTERM for commands that work long and have something to report even if they are stopped.
#pragma once

#include <atomic>

namespace comodin {

// From now on the first signal only asks to stop; one that comes a second later or more ends the program at
// once. It becomes true when somebody asked.
const std::atomic<bool>& listen_for_stop();

// The exit status of a command that was asked to stop (kStatuses).
int stopped_status();

}  // namespace comodin
