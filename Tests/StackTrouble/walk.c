// A worker in a function whose tables say that its caller's frame lies where nothing is.
// Usage: walk look: the thread runs there for a second, looked at four times; prints how often a look found the stack
//        walk fault: it breaks there; prints the signal and how many frames its crumb holds
#define _GNU_SOURCE
#include "board.h"
#include "look.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

void lost(void (*body)(void));

#if defined(__x86_64__)
__asm__(
    ".text\n.globl lost\n.type lost, @function\nlost:\n.cfi_startproc\n"
    "push %rbx\n.cfi_adjust_cfa_offset 8\n.cfi_offset rbx, -16\n"
    "mov $16, %ebx\n.cfi_remember_state\n.cfi_def_cfa rbx, 64\n"
    "call *%rdi\n"
    ".cfi_restore_state\npop %rbx\n.cfi_adjust_cfa_offset -8\nret\n.cfi_endproc\n.size lost, . - lost\n");
#elif defined(__aarch64__)
__asm__(
    ".text\n.globl lost\n.type lost, %function\nlost:\n.cfi_startproc\n"
    "stp x30, x19, [sp, #-16]!\n.cfi_adjust_cfa_offset 16\n.cfi_offset x30, -16\n.cfi_offset x19, -8\n"
    "mov x19, #16\n.cfi_remember_state\n.cfi_def_cfa x19, 64\n"
    "blr x0\n"
    ".cfi_restore_state\nldp x30, x19, [sp], #16\n.cfi_adjust_cfa_offset -16\nret\n.cfi_endproc\n.size lost, . - lost\n");
#endif

static int64_t milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void spin(void) {
  int looks = 0;
  for (int64_t end = milliseconds() + 1000; milliseconds() < end;) {
    if (atomic_exchange(&fh_look.done, 0) && fh_look.walk.count > 0) looks++;
  }
  printf("looks %d\n", looks);
  fflush(stdout);
}

static void stumble(void) { *(volatile int *)NULL = 1; }

static int worker(int board, pid_t supervisor, const char *deed) {
  if (!fh_worker_begin(board, supervisor, false) || !fh_watch(60, 0)) return 1;
  lost(strcmp(deed, "look") == 0 ? spin : stumble);
  fh_leaving();
  return 0;
}

int main(int count, char **arguments) {
  int board = fh_board_make(), status = 0;
  if (count != 2 || !fh_board_attach(board)) return 1;
  pid_t supervisor = getpid(), child = fork();
  if (child == 0) return worker(board, supervisor, arguments[1]);
  waitpid(child, &status, 0);
  if (!WIFSIGNALED(status)) return WEXITSTATUS(status);
  printf("signal %d, frames %u\n", WTERMSIG(status), fh_board->crumb.frame_count);
  return 0;
}
