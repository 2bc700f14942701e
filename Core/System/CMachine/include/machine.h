// What the system offers to C alone.
#ifndef FIELDHOUSE_MACHINE_H
#define FIELDHOUSE_MACHINE_H

#include <spawn.h>

// Lets a process that is spawned begin without any descriptor above standard error; the error's number, or 0.
int fh_close_others(posix_spawn_file_actions_t *_Nonnull actions);

// Waits as poll does for entries of its kind, but for nanoseconds; for ever when they are negative.
int fh_poll(void *_Nonnull entries, unsigned long count, long long nanoseconds);

#endif
