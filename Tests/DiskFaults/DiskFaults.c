#include "DiskFaults.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#define WATCHES 256

struct watch {
  int is_used;
  char *folder;
  enum disk_operation failing;
  long remaining;
  int code;
  int is_lasting;
  long failures;
  int is_recording;
  struct disk_event *events;
  long count;
  long capacity;
};

struct file {
  sqlite3_file base;
  sqlite3_file *real;
  int handle;
  char *path;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct watch watches[WATCHES];
static int handles;
static sqlite3_vfs *real_vfs;
static sqlite3_vfs layer;
static sqlite3_io_methods methods;

static struct watch *watch_of(const char *path) {
  for (int index = 0; path && index < WATCHES; index++) {
    struct watch *watch = &watches[index];
    if (watch->is_used && strncmp(path, watch->folder, strlen(watch->folder)) == 0) return watch;
  }
  return NULL;
}

/* The code an operation fails with, SQLITE_OK when it does not. Called with the lock. */
static int failure(struct watch *watch, enum disk_operation operation) {
  if (!watch || watch->remaining == 0 || watch->failing != operation) return SQLITE_OK;
  if (watch->remaining > 1) {
    watch->remaining--;
    return SQLITE_OK;
  }
  if (!watch->is_lasting) watch->remaining = 0;
  watch->failures++;
  return watch->code;
}

/* Notes an operation. Called with the lock. */
static void note(struct watch *watch, enum disk_operation operation, struct file *file, const void *bytes,
                 int64_t length, int64_t offset) {
  if (!watch || !watch->is_recording) return;
  if (watch->count == watch->capacity) {
    watch->capacity = watch->capacity ? watch->capacity * 2 : 1024;
    watch->events = realloc(watch->events, (size_t)watch->capacity * sizeof *watch->events);
  }
  uint8_t *copy = NULL;
  if (bytes) {
    copy = malloc((size_t)length);
    memcpy(copy, bytes, (size_t)length);
  }
  watch->events[watch->count++] =
      (struct disk_event){operation, file->handle, offset, length, strdup(file->path), copy};
}

static int do_close(sqlite3_file *base) {
  struct file *file = (struct file *)base;
  int code = file->real->pMethods ? file->real->pMethods->xClose(file->real) : SQLITE_OK;
  free(file->path);
  file->path = NULL;
  return code;
}

static int do_read(sqlite3_file *base, void *bytes, int length, sqlite3_int64 offset) {
  sqlite3_file *real = ((struct file *)base)->real;
  return real->pMethods->xRead(real, bytes, length, offset);
}

static int do_write(sqlite3_file *base, const void *bytes, int length, sqlite3_int64 offset) {
  struct file *file = (struct file *)base;
  pthread_mutex_lock(&lock);
  struct watch *watch = watch_of(file->path);
  if (!watch) {
    pthread_mutex_unlock(&lock);
    return file->real->pMethods->xWrite(file->real, bytes, length, offset);
  }
  int code = failure(watch, DISK_WRITE);
  if (code == SQLITE_OK) code = file->real->pMethods->xWrite(file->real, bytes, length, offset);
  if (code == SQLITE_OK) note(watch, DISK_WRITE, file, bytes, length, offset);
  pthread_mutex_unlock(&lock);
  return code;
}

static int do_truncate(sqlite3_file *base, sqlite3_int64 size) {
  struct file *file = (struct file *)base;
  pthread_mutex_lock(&lock);
  struct watch *watch = watch_of(file->path);
  int code = failure(watch, DISK_TRUNCATE);
  if (code == SQLITE_OK) code = file->real->pMethods->xTruncate(file->real, size);
  if (code == SQLITE_OK) note(watch, DISK_TRUNCATE, file, NULL, 0, size);
  pthread_mutex_unlock(&lock);
  return code;
}

static int do_sync(sqlite3_file *base, int flags) {
  struct file *file = (struct file *)base;
  pthread_mutex_lock(&lock);
  struct watch *watch = watch_of(file->path);
  int code = failure(watch, DISK_SYNC);
  pthread_mutex_unlock(&lock);
  if (code == SQLITE_OK) code = file->real->pMethods->xSync(file->real, flags);
  pthread_mutex_lock(&lock);
  if (code == SQLITE_OK) note(watch_of(file->path), DISK_SYNC, file, NULL, 0, 0);
  pthread_mutex_unlock(&lock);
  return code;
}

#define PASS(name, result, parameters, arguments)                    \
  static result do_##name parameters {                               \
    sqlite3_file *real = ((struct file *)base)->real;                \
    return real->pMethods->name arguments;                           \
  }

PASS(xFileSize, int, (sqlite3_file * base, sqlite3_int64 *size), (real, size))
PASS(xLock, int, (sqlite3_file * base, int level), (real, level))
PASS(xUnlock, int, (sqlite3_file * base, int level), (real, level))
PASS(xCheckReservedLock, int, (sqlite3_file * base, int *result), (real, result))
PASS(xFileControl, int, (sqlite3_file * base, int operation, void *argument), (real, operation, argument))
PASS(xSectorSize, int, (sqlite3_file * base), (real))
PASS(xDeviceCharacteristics, int, (sqlite3_file * base), (real))
PASS(xShmMap, int, (sqlite3_file * base, int page, int size, int extend, void volatile **memory),
     (real, page, size, extend, memory))
PASS(xShmLock, int, (sqlite3_file * base, int offset, int count, int flags), (real, offset, count, flags))
PASS(xShmBarrier, void, (sqlite3_file * base), (real))
PASS(xShmUnmap, int, (sqlite3_file * base, int remove), (real, remove))
PASS(xFetch, int, (sqlite3_file * base, sqlite3_int64 offset, int length, void **memory),
     (real, offset, length, memory))
PASS(xUnfetch, int, (sqlite3_file * base, sqlite3_int64 offset, void *memory), (real, offset, memory))

static int do_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *base, int flags, int *result) {
  (void)vfs;
  struct file *file = (struct file *)base;
  memset(file, 0, sizeof *file);
  file->real = (sqlite3_file *)(file + 1);
  pthread_mutex_lock(&lock);
  struct watch *watch = watch_of(path);
  int code = failure(watch, DISK_OPEN);
  if (code == SQLITE_OK) code = real_vfs->xOpen(real_vfs, path, file->real, flags, result);
  if (code == SQLITE_OK) {
    file->base.pMethods = &methods;
    file->handle = ++handles;
    file->path = path ? strdup(path) : NULL;
    note(watch, DISK_OPEN, file, NULL, 0, 0);
  }
  pthread_mutex_unlock(&lock);
  return code;
}

static int do_delete(sqlite3_vfs *vfs, const char *path, int must_sync) {
  (void)vfs;
  pthread_mutex_lock(&lock);
  struct watch *watch = watch_of(path);
  int code = failure(watch, DISK_DELETE);
  if (code == SQLITE_OK) code = real_vfs->xDelete(real_vfs, path, must_sync);
  struct file file = {.path = (char *)path};
  if (code == SQLITE_OK) note(watch, DISK_DELETE, &file, NULL, 0, 0);
  pthread_mutex_unlock(&lock);
  return code;
}

static void install(void) {
  real_vfs = sqlite3_vfs_find(NULL);
  layer = *real_vfs;
  layer.zName = "fieldhouse-disk-faults";
  layer.szOsFile = (int)sizeof(struct file) + real_vfs->szOsFile;
  layer.xOpen = do_open;
  layer.xDelete = do_delete;
  methods = (sqlite3_io_methods){
      3,          do_close,         do_read,     do_write,      do_truncate,
      do_sync,    do_xFileSize,     do_xLock,    do_xUnlock,    do_xCheckReservedLock,
      do_xFileControl, do_xSectorSize, do_xDeviceCharacteristics,
      do_xShmMap, do_xShmLock,      do_xShmBarrier, do_xShmUnmap, do_xFetch, do_xUnfetch};
  sqlite3_vfs_register(&layer, 1);
}

int disk_faults_install(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
  return real_vfs ? SQLITE_OK : SQLITE_ERROR;
}

int disk_watch(const char *folder) {
  pthread_mutex_lock(&lock);
  int number = 0;
  while (number < WATCHES && watches[number].is_used) number++;
  if (number < WATCHES) watches[number] = (struct watch){.is_used = 1, .folder = strdup(folder)};
  pthread_mutex_unlock(&lock);
  return number < WATCHES ? number : -1;
}

void disk_unwatch(int number) {
  pthread_mutex_lock(&lock);
  struct watch *watch = &watches[number];
  for (long index = 0; index < watch->count; index++) {
    free((void *)watch->events[index].path);
    free((void *)watch->events[index].bytes);
  }
  free(watch->events);
  free(watch->folder);
  *watch = (struct watch){0};
  pthread_mutex_unlock(&lock);
}

void disk_fail(int number, enum disk_operation operation, long nth, int code, int is_lasting) {
  pthread_mutex_lock(&lock);
  struct watch *watch = &watches[number];
  watch->failing = operation;
  watch->remaining = nth;
  watch->code = code;
  watch->is_lasting = is_lasting;
  pthread_mutex_unlock(&lock);
}

long disk_failures(int number) {
  pthread_mutex_lock(&lock);
  long count = watches[number].failures;
  pthread_mutex_unlock(&lock);
  return count;
}

void disk_record(int number) {
  pthread_mutex_lock(&lock);
  watches[number].is_recording = 1;
  pthread_mutex_unlock(&lock);
}

long disk_recorded(int number) {
  pthread_mutex_lock(&lock);
  long count = watches[number].count;
  pthread_mutex_unlock(&lock);
  return count;
}

struct disk_event disk_event_at(int number, long index) {
  pthread_mutex_lock(&lock);
  struct disk_event event = watches[number].events[index];
  pthread_mutex_unlock(&lock);
  return event;
}
