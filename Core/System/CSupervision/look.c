// Looks at what another thread of this process does.
#define _GNU_SOURCE
#include "look.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { ANSWER = 100, DEPTH = 4096 };

struct fh_look fh_look;

static void answer(int number) {
  (void)number;
  int me = (int)syscall(SYS_gettid);
  if (!atomic_compare_exchange_strong(&fh_look.wanted, &me, 0)) return;
  fh_walk(&fh_look.walk, fh_look.frames, DEPTH, true);
  atomic_store(&fh_look.done, 1);
}

void fh_pause(int milliseconds) {
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  nanosleep(&time, NULL);
}

// Looks at the stack of a thread; false when it does not answer.
bool fh_look_at(int id) {
  atomic_store(&fh_look.done, 0);
  atomic_store(&fh_look.wanted, id);
  if (syscall(SYS_tgkill, getpid(), id, SIGPROF) != 0) return false;
  for (int waited = 0; waited < ANSWER; waited++) {
    if (atomic_load(&fh_look.done)) return true;
    fh_pause(1);
  }
  int wanted = id;
  if (atomic_compare_exchange_strong(&fh_look.wanted, &wanted, 0)) return false;
  // The answer has begun; it comes.
  for (int waited = 0; waited < ANSWER && !atomic_load(&fh_look.done); waited++) fh_pause(1);
  return atomic_load(&fh_look.done) != 0;
}

void fh_ask_kernel(int id, long *number, uintptr_t *stack) {
  char path[64], text[256];
  snprintf(path, sizeof path, "/proc/self/task/%d/syscall", id);
  *number = FH_UNKNOWN;
  *stack = 0;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  if (length <= 0) return;
  text[length] = 0;
  if (strncmp(text, "running", 7) == 0) {
    *number = FH_RUNNING;
    return;
  }
  // number, six arguments where it is not -1, stack, place
  char *last = strrchr(text, ' ');
  if (!last) return;
  *last = 0;
  char *before = strrchr(text, ' ');
  if (!before) return;
  *stack = strtoul(before + 1, NULL, 16);
  *number = strtol(text, NULL, 10);
}

void fh_look_begin(void) {
  struct sigaction action = {.sa_handler = answer, .sa_flags = SA_RESTART | SA_ONSTACK};
  sigaction(SIGPROF, &action, NULL);
}
