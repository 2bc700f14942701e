/* Loaded into a host by LD_PRELOAD: lets what it does with its databases fail as a disk in trouble would, while the file
   named by FIELDHOUSE_TROUBLE says so: `full`, `read-only` or `failing`; an empty or missing file means a sound disk. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* Whether the disk is in that trouble now. */
static int is(const char *trouble) {
  const char *path = getenv("FIELDHOUSE_TROUBLE");
  char text[16] = "";
  int descriptor = path ? (int)syscall(SYS_open, path, O_RDONLY, 0) : -1;
  if (descriptor < 0) return 0;
  ssize_t count = syscall(SYS_read, descriptor, text, sizeof text - 1);
  syscall(SYS_close, descriptor);
  return count > 0 && strcmp(text, trouble) == 0;
}

static int is_database(const char *path) { return path && strstr(path, ".sqlite") && !strstr(path, ".lease"); }

static int is_open_database(int descriptor) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t count = readlink(link, path, sizeof path - 1);
  if (count < 0) return 0;
  path[count] = 0;
  return is_database(path);
}

/* The error of a change now, 0 when it may be done. */
static int trouble_of(int descriptor) {
  if (!is_open_database(descriptor)) return 0;
  return is("full") ? ENOSPC : is("read-only") ? EROFS : 0;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  int trouble = trouble_of(descriptor);
  if (!trouble) return REAL(pwrite64)(descriptor, bytes, count, offset);
  errno = trouble;
  return -1;
}

int ftruncate64(int descriptor, off64_t size) {
  int trouble = trouble_of(descriptor);
  if (!trouble) return REAL(ftruncate64)(descriptor, size);
  errno = trouble;
  return -1;
}

int fdatasync(int descriptor) {
  if (!is_open_database(descriptor) || !is("failing")) return REAL(fdatasync)(descriptor);
  errno = EIO;
  return -1;
}

int open64(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  int mode = va_arg(arguments, int);
  va_end(arguments);
  if (is_database(path) && (flags & O_ACCMODE) != O_RDONLY && is("read-only")) {
    errno = EROFS;
    return -1;
  }
  return REAL(open64)(path, flags, mode);
}
