// A look at another thread of this process.
#ifndef FIELDHOUSE_LOOK_H
#define FIELDHOUSE_LOOK_H

#include "board.h"

enum { FH_RUNNING = -2, FH_UNKNOWN = -3 };

// The last stack that was looked at.
struct fh_look {
  atomic_int wanted, done;
  struct fh_walk walk;
  struct fh_frame frames[FH_FRAMES];
};
extern struct fh_look fh_look;

void fh_look_begin(void);
// Interrupts a thread to look at its stack; false when it does not answer.
bool fh_look_at(int id);
// The system call in which a thread sleeps, FH_RUNNING or FH_UNKNOWN, and where its stack ends.
void fh_ask_kernel(int id, long *number, uintptr_t *stack);
void fh_pause(int milliseconds);

#endif
