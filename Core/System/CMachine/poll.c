#define _GNU_SOURCE
#include "machine.h"

#include <poll.h>
#include <stddef.h>

int fh_poll(void *entries, unsigned long count, long long nanoseconds) {
  struct timespec pause = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  return ppoll(entries, count, nanoseconds < 0 ? NULL : &pause, NULL);
}
