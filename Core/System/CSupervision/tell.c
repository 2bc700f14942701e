// Tells which signal came first, before anybody else handles it: what a process ends with in the end may be another one,
// since the runtime's own handler stands between.
#define _GNU_SOURCE
#include "supervision.h"

#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

static const int faults[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
enum { FAULTS = sizeof faults / sizeof faults[0] };

static struct sigaction before[FAULTS];
static int output;
static atomic_flag has_told = ATOMIC_FLAG_INIT;

static void tell(int number, siginfo_t *information, void *context) {
  if (!atomic_flag_test_and_set(&has_told)) {
    char line[] = "\n{\"signal\":00}\n";
    line[11] = (char)('0' + number / 10);
    line[12] = (char)('0' + number % 10);
    // No number begins with a zero in JSON.
    if (number < 10) memmove(line + 11, line + 12, strlen(line + 12) + 1);
    ssize_t count = write(output, line, strlen(line));
    (void)count;
  }
  for (int index = 0; index < FAULTS; index++) {
    if (faults[index] != number) continue;
    struct sigaction *other = &before[index];
    if (other->sa_flags & SA_SIGINFO && other->sa_sigaction) return other->sa_sigaction(number, information, context);
    if (!(other->sa_flags & SA_SIGINFO) && other->sa_handler != SIG_DFL && other->sa_handler != SIG_IGN)
      return other->sa_handler(number);
    sigaction(number, other, NULL);
    raise(number);
  }
}

void fh_tell_signals(int descriptor) {
  output = descriptor;
  for (int index = 0; index < FAULTS; index++) {
    sigaction(faults[index], NULL, &before[index]);
    struct sigaction action = before[index];
    action.sa_sigaction = tell;
    action.sa_flags |= SA_SIGINFO;
    sigaction(faults[index], &action, NULL);
  }
}
