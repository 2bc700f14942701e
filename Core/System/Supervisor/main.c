// fieldhouse-supervisor: what remains of the process that was started, once its worker runs. It is a program of its own
// because it stays in memory for as long as the host does.
#include "supervision.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **words) {
  if (count < 6) {
    fprintf(stderr, "fieldhouse-supervisor is started by fieldhouse serve.\n");
    return 2;
  }
  int board = atoi(words[1]), socket = atoi(words[2]), program = atoi(words[3]);
  fcntl(board, F_SETFD, FD_CLOEXEC);
  fcntl(socket, F_SETFD, FD_CLOEXEC);
  fcntl(program, F_SETFD, FD_CLOEXEC);
  return fh_supervise(board, socket, program, (pid_t)atoi(words[4]), words + 5);
}
