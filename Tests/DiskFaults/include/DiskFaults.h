#ifndef FIELDHOUSE_DISK_FAULTS_H
#define FIELDHOUSE_DISK_FAULTS_H

#include <stdint.h>

// A layer between SQLite and the disk, for tests: it lets a chosen operation fail, or notes every operation. Both
// concern the files of one folder, so that tests beside each other do not meet. All functions may be called from any
// thread.

/// What SQLite does with a file.
enum disk_operation { DISK_OPEN, DISK_WRITE, DISK_SYNC, DISK_TRUNCATE, DISK_DELETE };

/// An operation that was noted.
struct disk_event {
  enum disk_operation operation;
  /// The open file that did it, numbered in the order of opening.
  int handle;
  /// Where it wrote, or the size it cut to, in bytes.
  int64_t offset;
  /// How many bytes it wrote.
  int64_t length;
  /// The file's path, and what was written; valid until the watch ends.
  const char *path;
  const uint8_t *bytes;
};

/// Puts the layer under every connection that is opened from now on. Returns a result code of SQLite.
int disk_faults_install(void);

/// Begins to watch the files below a folder. Returns the number of the watch, -1 when there are too many.
int disk_watch(const char *folder);

/// Ends a watch.
void disk_unwatch(int watch);

/// Lets the `nth` operation of a kind from now on (from 1) fail with a result code of SQLite, and with `lasting` all
/// that follow; 0 ends that.
void disk_fail(int watch, enum disk_operation operation, long nth, int code, int lasting);

/// How many operations have failed.
long disk_failures(int watch);

/// Begins to note every operation.
void disk_record(int watch);

/// How many operations were noted.
long disk_recorded(int watch);

/// One of the operations that were noted, from 0.
struct disk_event disk_event_at(int watch, long index);

#endif
