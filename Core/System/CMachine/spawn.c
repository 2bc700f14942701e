#define _GNU_SOURCE
#include "machine.h"

#include <unistd.h>

int fh_close_others(posix_spawn_file_actions_t *actions) {
  return posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
}
