// The crumb that a worker leaves when a signal or a call of exit ends it.
#define _GNU_SOURCE
#include "board.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const int faults[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
enum { FAULTS = sizeof faults / sizeof faults[0], DEPTH = 64, NEAR = 16 << 10 };

static struct sigaction before[FAULTS];
static bool is_worker, keeps_backtraces;

bool fh_claim(void) {
  unsigned nobody = 0;
  return atomic_compare_exchange_strong(&fh_board->is_claimed, &nobody, 1);
}

static uintptr_t stack_pointer(void *context) {
  ucontext_t *state = context;
#if defined(__x86_64__)
  return (uintptr_t)state->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
  return (uintptr_t)state->uc_mcontext.sp;
#else
  return 0;
#endif
}

static void leave_crumb(int cause, int signal, int status, void *context) {
  struct fh_death *crumb = &fh_board->crumb;
  crumb->cause = cause;
  crumb->signal = signal;
  crumb->status = status;
  struct fh_walk walk = {.plugin = -1, .place = -1};
  // First what needs no walk, which may fail on a broken stack.
  fh_attribute(crumb, &walk, fh_this_thread());
  atomic_store(&fh_board->is_written, 1);
  fh_walk(&walk, crumb->frames, DEPTH, context != NULL);
  if (walk.plugin < 0 && context) walk.plugin = fh_scan(stack_pointer(context), NEAR);
  fh_attribute(crumb, &walk, fh_this_thread());
}

// Ends as if nobody had handled the signal.
static void fall(int number, siginfo_t *information, void *context) {
  for (int index = 0; index < FAULTS; index++) {
    if (faults[index] != number) continue;
    if (keeps_backtraces && (before[index].sa_flags & SA_SIGINFO) && before[index].sa_sigaction)
      return before[index].sa_sigaction(number, information, context);
  }
  struct sigaction usual = {.sa_handler = SIG_DFL};
  sigaction(number, &usual, NULL);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, number);
  sigprocmask(SIG_UNBLOCK, &one, NULL);
  syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), number);
}

static void handle_fault(int number, siginfo_t *information, void *context) {
  fh_end_walk(number);
  static atomic_int first;
  int nobody = 0, me = (int)syscall(SYS_gettid);
  if (atomic_compare_exchange_strong(&first, &nobody, me)) {
    if (fh_claim()) leave_crumb(FH_CAUSE_SIGNAL, number, -1, context);
  } else if (nobody != me) {
    // Another thread's crumb is being written; that one ends the process.
    struct timespec while_it_writes = {1, 0};
    nanosleep(&while_it_writes, NULL);
  }
  fall(number, information, context);
}

static void nothing(int number) { (void)number; }

static void told(int number) {
  (void)number;
  fh_log("info", "SIGHUP came; it is kept for reloading and changes nothing", NULL);
}

static void set(int number, void (*handler)(int)) {
  // Handlers, not SIG_IGN, so that programs the worker starts have the usual ones.
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART | SA_ONSTACK};
  sigaction(number, &action, NULL);
}

bool fh_worker_begin(int board, pid_t supervisor, bool keeps) {
  if (!fh_board_attach(board)) return false;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != supervisor) _exit(1);
  is_worker = true;
  keeps_backtraces = keeps;
  fh_image(-1, "");
  fh_threads_begin();
  struct fh_death rehearsal;
  fh_here(&rehearsal); // The unwinder takes what memory it needs now.
  set(SIGHUP, told);
  set(SIGUSR1, nothing);
  set(SIGPIPE, nothing);
  for (int index = 0; index < FAULTS; index++) {
    struct sigaction action = {.sa_sigaction = handle_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigfillset(&action.sa_mask);
    sigdelset(&action.sa_mask, faults[index]);
    sigaction(faults[index], &action, &before[index]);
  }
  sigset_t none;
  sigemptyset(&none);
  return sigprocmask(SIG_SETMASK, &none, NULL) == 0;
}

// A plugin that ends the process: told, and ended without what the process meant to do at its own end.
static void leave_unasked(int status) {
  if (!is_worker || atomic_load(&fh_board->is_leaving)) return;
  if (fh_claim()) leave_crumb(FH_CAUSE_EXIT, 0, status, NULL);
  syscall(SYS_exit_group, status);
}

typedef void exit_function(int) __attribute__((noreturn));

__attribute__((visibility("default"), noreturn)) void exit(int status) {
  leave_unasked(status);
  ((exit_function *)dlsym(RTLD_NEXT, "exit"))(status);
}

__attribute__((visibility("default"), noreturn)) void _exit(int status) {
  leave_unasked(status);
  syscall(SYS_exit_group, status);
  __builtin_unreachable();
}

__attribute__((visibility("default"), noreturn)) void _Exit(int status) { _exit(status); }
