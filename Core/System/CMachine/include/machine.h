// What the system offers to C alone.
#ifndef FIELDHOUSE_MACHINE_H
#define FIELDHOUSE_MACHINE_H

#include <spawn.h>

// Lets a process that is spawned begin without any descriptor above standard error; the error's number, or 0.
int fh_close_others(posix_spawn_file_actions_t *_Nonnull actions);

#endif
