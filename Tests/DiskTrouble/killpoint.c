/* Loaded into a program by LD_PRELOAD: ends it as SIGKILL does just before the change of a disk, or the sending to a
   server, whose number FIELDHOUSE_KILL_AT names, from 1. With 0 it ends by itself, and the file named by
   FIELDHOUSE_KILL_COUNT says how many there were. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static atomic_long count;
static long end;

__attribute__((constructor)) static void begin(void) {
  const char *text = getenv("FIELDHOUSE_KILL_AT");
  end = text ? atol(text) : 0;
}

__attribute__((destructor)) static void report(void) {
  const char *path = getenv("FIELDHOUSE_KILL_COUNT");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  fprintf(file, "%ld\n", (long)count);
  fclose(file);
}

static void step(void) {
  if (atomic_fetch_add(&count, 1) + 1 == end) kill(getpid(), SIGKILL);
}

static int is_stored(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
}

#define PATHS(name, declaration, arguments) int name declaration { step(); return REAL(name) arguments; }
PATHS(rename, (const char *from, const char *to), (from, to))
PATHS(link, (const char *from, const char *to), (from, to))
PATHS(unlink, (const char *path), (path))
PATHS(unlinkat, (int folder, const char *path, int flags), (folder, path, flags))
PATHS(remove, (const char *path), (path))
PATHS(rmdir, (const char *path), (path))
PATHS(mkdir, (const char *path, mode_t mode), (path, mode))

#define DESCRIPTOR(type, name, declaration, arguments) \
  type name declaration { if (is_stored(descriptor)) step(); return REAL(name) arguments; }
DESCRIPTOR(int, fsync, (int descriptor), (descriptor))
DESCRIPTOR(int, fdatasync, (int descriptor), (descriptor))
DESCRIPTOR(int, ftruncate64, (int descriptor, off64_t size), (descriptor, size))
DESCRIPTOR(ssize_t, write, (int descriptor, const void *bytes, size_t size), (descriptor, bytes, size))
DESCRIPTOR(ssize_t, pwrite64, (int descriptor, const void *bytes, size_t size, off64_t place), (descriptor, bytes, size, place))

ssize_t send(int descriptor, const void *bytes, size_t size, int flags) {
  step();
  return REAL(send)(descriptor, bytes, size, flags);
}
