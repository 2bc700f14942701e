// The part of supervision that has to work while a process breaks: plain C, no allocation, no locks.
//
// A worker notes what it runs in a board, memory that it shares with its supervisor. When it breaks, a handler of the
// signal writes a crumb there: which plugin, during which step, where. The supervisor keeps the crumb, and the next worker
// reads it. Without a board (commands, tests) everything here does nothing.
#ifndef FIELDHOUSE_SUPERVISION_H
#define FIELDHOUSE_SUPERVISION_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { FH_FRAMES = 12, FH_DEATHS = 8, FH_NAME = 64 };

// What a worker was doing for a plugin.
enum fh_step {
  FH_STEP_NONE, FH_STEP_LOAD, FH_STEP_INIT, FH_STEP_VALIDATE, FH_STEP_MIGRATE, FH_STEP_START, FH_STEP_HEALTH,
  FH_STEP_STOP, FH_STEP_ROUTE, FH_STEP_SCHEDULE, FH_STEP_EVENT, FH_STEP_PEOPLE, FH_STEP_QUESTION
};

// Why a worker ended.
enum fh_cause { FH_CAUSE_UNKNOWN, FH_CAUSE_SIGNAL, FH_CAUSE_EXIT, FH_CAUSE_HANG, FH_CAUSE_MEMORY };

// How the plugin was found: it was on the stack, its step was running, or its handler was the last on the thread.
enum fh_evidence { FH_BY_NOTHING, FH_BY_FRAME, FH_BY_STEP, FH_BY_MARK };

// A place in a library; the offset is what tools such as addr2line take.
struct fh_frame {
  char image[FH_NAME];
  uint64_t offset;
};

// The end of a worker.
struct fh_death {
  int32_t cause, step, evidence;
  int32_t signal;       // 0 where no signal ended it
  int32_t status;       // its exit status where it ended by itself, else -1
  int32_t was_ready;    // whether it served
  int64_t milliseconds; // since 1970
  uint64_t amount;      // of a hang its milliseconds, of memory its bytes
  char plugin[FH_NAME]; // empty for none
  int32_t place;        // which frame is the plugin's own, -1 for none
  uint32_t frame_count;
  struct fh_frame frames[FH_FRAMES]; // the innermost first
};

// A handler that has begun; to be handed to fh_leave.
typedef struct {
  void *_Nullable thread;
  uint64_t value;
} fh_mark;

// -- Before any thread is started --

// Signals that mean something to a supervisor wait until somebody asks for them.
void fh_hold_signals(void);
// Makes a board; its descriptor, or -1.
int fh_board_make(void);
// Splits the process: returns 0 in the child, which is to become the worker; the parent turns into the supervisor and never
// returns. -1 when there can be no child.
//   helper: the program that does nothing but supervise; this process does so itself where it cannot be run
//   arguments: how later workers are started, null-terminated, the program's name first
int fh_split(int board, int socket, const char *_Nonnull helper, char *_Nonnull const *_Nonnull arguments);
// Supervises a worker that runs, until there is nothing left to do; the exit code.
int fh_supervise(int board, int socket, int program, pid_t worker, char *_Nonnull const *_Nonnull arguments);
// Becomes a worker of `supervisor`: ends with it, and leaves crumbs. False when the board cannot be used.
bool fh_worker_begin(int board, pid_t supervisor, bool keeps_backtraces);

// -- In a worker --

// Looks for plugins that hold a thread longer than `hang` seconds (0 for never) and for more than `memory` resident bytes
// (0 for no limit), from a thread of its own.
bool fh_watch(double hang, uint64_t memory);
// For how long the plugin has held threads of the host within the last minute, in milliseconds of all threads together.
// Holds of less than a second do not count; 0 where nobody watches.
uint64_t fh_held(int plugin);
// Gives memory back that nobody needs now: what can be read from files again, and what the heap holds free. Not to be called
// in a handler of a signal.
void fh_give_memory_back(void);
// The worker serves.
void fh_ready(void);
// The process ends because it is meant to.
void fh_leaving(void);
// The number of a plugin, -1 without a board or with more than 250 plugins.
int fh_plugin(const char *_Nonnull id);
// Libraries that were mapped since are noted; the one at this path belongs to the plugin.
void fh_image(int plugin, const char *_Nonnull path);
// The step that the worker runs for a plugin; -1 for none.
void fh_step(int plugin, int step);
// A handler of the plugin begins on this thread, or ends on any.
fh_mark fh_enter(int plugin, int step);
void fh_leave(fh_mark mark);
// The oldest death that nobody has read yet; it counts as read from then on.
bool fh_next_death(struct fh_death *_Nonnull death);

// The usual name of a signal, such as SIGILL.
const char *_Nonnull fh_signal_name(int number);

// -- In a probe --

// The first signal that breaks the process is told as a line `{"signal":6}`; whoever handled it before does so then.
void fh_tell_signals(int descriptor);

// -- Where --

// Which plugin owns an address; -1 for none.
int fh_owner(const void *_Nullable address);
// Fills in where the caller is, as a crumb would.
void fh_here(struct fh_death *_Nonnull death);

#endif
