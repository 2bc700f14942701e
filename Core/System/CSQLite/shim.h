#ifndef FIELDHOUSE_CSQLITE_SHIM_H
#define FIELDHOUSE_CSQLITE_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
#include <sqlite3.h>

// Variadic functions and the open-file-description locks are out of Swift's reach.

/// Switches an on/off option of a connection; returns a result code.
static inline int fieldhouse_sqlite_option(sqlite3 *connection, int option, int isOn) {
  return sqlite3_db_config(connection, option, isOn, (int *)0);
}

/// Waits until what was written into the file of a connection is on disk; returns a result code.
static inline int fieldhouse_sqlite_sync(sqlite3 *connection) {
  sqlite3_file *file = 0;
  int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK || !file || !file->pMethods) return code == SQLITE_OK ? SQLITE_IOERR : code;
  return file->pMethods->xSync(file, SQLITE_SYNC_NORMAL);
}

/// Settings of the library as a whole, before its first use: connections are not shared between threads, and nobody
/// asks how much memory is in use (the count costs a lock for every allocation).
static inline int fieldhouse_sqlite_prepare(void) {
  int result = sqlite3_config(SQLITE_CONFIG_MULTITHREAD);
  return result == SQLITE_OK ? sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) : result;
}

static inline int fieldhouse_lock_command(int descriptor, int command, short type, long byte, struct flock *lock) {
  lock->l_type = type;
  lock->l_whence = SEEK_SET;
  lock->l_start = byte;
  lock->l_len = 1;
  lock->l_pid = 0;
  int result;
  do {
    result = fcntl(descriptor, command, lock);
  } while (result != 0 && errno == EINTR);
  return result;
}

/// Locks one byte of a file for this open file description, without waiting; 0 when it is locked now.
static inline int fieldhouse_lock_byte(int descriptor, long byte, int isExclusive) {
  struct flock lock;
  return fieldhouse_lock_command(descriptor, 37 /* F_OFD_SETLK */, isExclusive ? F_WRLCK : F_RDLCK, byte, &lock);
}

/// Gives the lock of one byte up.
static inline int fieldhouse_unlock_byte(int descriptor, long byte) {
  struct flock lock;
  return fieldhouse_lock_command(descriptor, 37 /* F_OFD_SETLK */, F_UNLCK, byte, &lock);
}

/// Whether another open file description holds a lock on the byte.
static inline int fieldhouse_is_byte_locked(int descriptor, long byte) {
  struct flock lock;
  int result = fieldhouse_lock_command(descriptor, 36 /* F_OFD_GETLK */, F_WRLCK, byte, &lock);
  return result == 0 && lock.l_type != F_UNLCK;
}

#endif
