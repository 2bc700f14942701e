// How the supervisor comes about, and how it starts workers.
#define _GNU_SOURCE
#include "board.h"

#include <fcntl.h>
#include <malloc.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void fh_give_memory_back(void) {
  malloc_trim(0);
  FILE *maps = fopen("/proc/self/smaps", "re");
  if (!maps) return;
  char line[512], rights[8];
  unsigned long start = 0, end = 0, first, last, changed;
  while (fgets(line, sizeof line, maps)) {
    if (sscanf(line, "%lx-%lx %7s", &first, &last, rights) == 3) {
      bool isFile = rights[1] != 'w' && strchr(line, '/');
      start = first;
      end = isFile ? last : first;
    } else if (sscanf(line, "Anonymous: %lu", &changed) == 1 && changed == 0 && end > start) {
      madvise((void *)start, end - start, MADV_DONTNEED);
    }
  }
  fclose(maps);
}

pid_t fh_start_worker(int descriptor, int socket, int executable, char *const *arguments) {
  pid_t worker = 0;
  char program[64], board[64];
  snprintf(program, sizeof program, "/proc/self/fd/%d", executable);
  snprintf(board, sizeof board, "FIELDHOUSE_SUPERVISED=%d,%d,%d", descriptor, socket, getpid());
  char *variables[1024];
  size_t count = 0;
  variables[count++] = board;
  for (char **variable = environ; *variable && count < 1023; variable++) {
    if (strncmp(*variable, "FIELDHOUSE_SUPERVISED=", 22) == 0 || strncmp(*variable, "LISTEN_", 7) == 0) continue;
    if (strncmp(*variable, "FIELDHOUSE_SUPERVISOR_", 22) == 0) continue;
    variables[count++] = *variable;
  }
  variables[count] = NULL;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  // A descriptor put in its own place loses close-on-exec.
  posix_spawn_file_actions_adddup2(&actions, descriptor, descriptor);
  posix_spawn_file_actions_adddup2(&actions, socket, socket);
  int code = posix_spawn(&worker, program, &actions, NULL, arguments, variables);
  posix_spawn_file_actions_destroy(&actions);
  return code == 0 ? worker : 0;
}

static void put(int descriptor, int flags) { fcntl(descriptor, F_SETFD, flags); }

int fh_split(int board, int socket, const char *helper, char *const *arguments) {
  int program = open("/proc/self/exe", O_PATH | O_CLOEXEC);
  if (program < 0 || !fh_board_attach(board)) return -1;
  pid_t worker = fork();
  if (worker < 0) return -1;
  if (worker == 0) {
    close(program);
    return 0;
  }
  // Here is the supervisor. Its own descriptors go through the helper's start, and are kept from workers.
  char numbers[4][16];
  const int values[4] = {board, socket, program, worker};
  char *words[256] = {(char *)helper};
  size_t count = 1;
  for (int index = 0; index < 4; index++) {
    snprintf(numbers[index], sizeof numbers[index], "%d", values[index]);
    words[count++] = numbers[index];
    if (index < 3) put(values[index], 0);
  }
  for (char *const *word = arguments; *word && count < 255; word++) words[count++] = *word;
  words[count] = NULL;
  execv(helper, words);
  for (int index = 0; index < 3; index++) put(values[index], FD_CLOEXEC);
  exit(fh_supervise(board, socket, program, worker, arguments));
}
