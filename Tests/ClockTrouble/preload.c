/* Loaded into a host by LD_PRELOAD: its clock is off by the seconds that the file named by FIELDHOUSE_CLOCK_OFFSET
   holds, as after somebody has set the machine's clock. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t offset(void) {
  const char *path = getenv("FIELDHOUSE_CLOCK_OFFSET");
  char text[32] = "";
  int descriptor = path ? (int)syscall(SYS_open, path, O_RDONLY, 0) : -1;
  if (descriptor < 0) return 0;
  ssize_t count = syscall(SYS_read, descriptor, text, sizeof text - 1);
  syscall(SYS_close, descriptor);
  return count > 0 ? atol(text) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = (int)syscall(SYS_clock_gettime, clock, now);
  if (result == 0 && clock == CLOCK_REALTIME) now->tv_sec += offset();
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec exact;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &exact);
  now->tv_sec = exact.tv_sec;
  now->tv_usec = exact.tv_nsec / 1000;
  return 0;
}
