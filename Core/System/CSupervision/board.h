// What the files of this target share.
#ifndef FIELDHOUSE_BOARD_H
#define FIELDHOUSE_BOARD_H

#include "supervision.h"

#include <stdatomic.h>
#include <stddef.h>

enum { FH_PLUGINS = 250, FH_THREADS = 256, FH_IMAGES = 256 };

// A thread of the worker. Records are never freed, so a mark may point to one for ever.
struct fh_thread {
  atomic_int id;          // 0 while nobody uses it
  _Atomic uint64_t marks; // how many handlers have begun on it
  _Atomic uint64_t mark;  // the last one: number << 24 | step << 16 | plugin + 1; 0 when it has ended
};

struct fh_board {
  atomic_uint is_claimed, is_written, is_leaving, is_ready;
  atomic_uint readies; // how many workers have come to serve
  atomic_uint deaths, read_deaths;
  atomic_uint step; // step << 16 | plugin + 1
  atomic_uint plugins;
  char plugin[FH_PLUGINS][FH_NAME];
  struct fh_thread threads[FH_THREADS];
  struct fh_death crumb;
  struct fh_death death[FH_DEATHS];
};

// A library in this process.
struct fh_image {
  uintptr_t start, end;
  atomic_int plugin; // -1 for none
  bool is_host, is_runtime;
  char name[FH_NAME];
};

// What a stack says.
struct fh_walk {
  int plugin;       // the innermost one, -1 for none
  bool has_host;    // whether the host called it
  bool has_runtime; // whether a task called it
  int place;        // which frame is that plugin's, -1 for none
  uint32_t count;
  struct fh_frame *frames;
  unsigned depth, limit;
  bool is_of_signal, is_inside;
};

extern struct fh_board *fh_board;

bool fh_board_attach(int descriptor);
const struct fh_image *fh_image_at(uintptr_t address);
void fh_name(char *to, const char *from);
int64_t fh_milliseconds(void);

// Walks the caller's stack, `limit` frames at most; in a handler of a signal, that of what it interrupted.
// A stack that cannot be read ends it early.
void fh_walk(struct fh_walk *walk, struct fh_frame *frames, unsigned limit, bool is_of_signal);
// In a handler of that signal: ends the walk that brought it about, and does not return then.
void fh_end_walk(int number);
// The plugin whose code a part of a stack points to, oldest values last; -1 for none.
int fh_scan(uintptr_t stack, size_t bytes);
// Writes what a walk found into a death, or else the step or the handler that ran.
void fh_attribute(struct fh_death *death, const struct fh_walk *walk, const struct fh_thread *thread);

// This thread's record; NULL without a board or when there are too many threads.
struct fh_thread *fh_this_thread(void);
void fh_threads_begin(void);
// Claims the crumb: true for the first who asks.
bool fh_claim(void);

// Starts a worker; 0 when there can be none.
pid_t fh_start_worker(int board, int socket, int program, char *const *arguments);

// A line of the log: {"time":…,"level":level,"message":message,"plugin":…}; without plugin when it is empty.
void fh_log(const char *level, const char *message, const struct fh_death *death);
const char *fh_step_name(int step);

#endif
