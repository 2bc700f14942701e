// The supervisor: one thread, no memory of the heap; it starts workers, passes on signals and keeps what they left.
#define _GNU_SOURCE
#include "board.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// In milliseconds: how long a worker may take to end, and the pauses after those that did not come to serve.
enum { PATIENCE = 29500, FIRST_PAUSE = 250, LONGEST_PAUSE = 10000, FREE_STARTS = 3, LOOK = 500 };

struct supervisor {
  int board, socket, program, signals;
  char *const *arguments;
  pid_t worker;         // 0 while there is none
  int64_t start_again;  // when to start the next one; 0 when one runs
  int64_t kill_at;      // 0 until it is asked to end
  unsigned failures;   // how many workers one after the other did not come to serve
  int asked;            // the signal that asks for the end
  int64_t down_since;   // 0 while a worker serves
  bool is_alerted;      // whether operators were told that none does
};

static int64_t monotonic(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void fh_signals_of_interest(sigset_t *set) {
  static const int numbers[] = {SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGCHLD, SIGPIPE};
  sigemptyset(set);
  for (size_t index = 0; index < sizeof numbers / sizeof numbers[0]; index++) sigaddset(set, numbers[index]);
}

void fh_hold_signals(void) {
  sigset_t set;
  fh_signals_of_interest(&set);
  sigprocmask(SIG_BLOCK, &set, NULL);
}

static void begin_life(void) {
  struct fh_board *board = fh_board;
  atomic_store(&board->is_claimed, 0);
  atomic_store(&board->is_written, 0);
  atomic_store(&board->is_leaving, 0);
  atomic_store(&board->is_ready, 0);
  atomic_store(&board->step, 0);
  atomic_store(&board->plugins, 0);
  memset(board->threads, 0, sizeof board->threads);
  memset(&board->crumb, 0, sizeof board->crumb);
}

static void wait_before_next(struct supervisor *supervisor) {
  int64_t pause = 0;
  // Who has served is missed at once; who cannot come to serve is given time, and the machine a rest.
  supervisor->failures = atomic_load(&fh_board->is_ready) ? 0 : supervisor->failures + 1;
  if (supervisor->failures > FREE_STARTS) {
    unsigned doublings = supervisor->failures - FREE_STARTS - 1;
    pause = doublings > 5 ? LONGEST_PAUSE : FIRST_PAUSE << doublings;
  }
  supervisor->start_again = monotonic() + pause + (pause == 0);
}

// What nobody told: the only plugin that had a handler running.
static void guess(struct fh_death *death) {
  uint64_t only = 0;
  for (int index = 0; index < FH_THREADS; index++) {
    uint64_t mark = atomic_load(&fh_board->threads[index].mark);
    if (!mark) continue;
    if (only && (only & 0xffff) != (mark & 0xffff)) return;
    only = mark;
  }
  struct fh_thread thread = {.mark = only};
  struct fh_walk walk = {.plugin = -1, .place = -1};
  fh_attribute(death, &walk, &thread);
}

static void keep_death(int status) {
  struct fh_death *death = &fh_board->death[atomic_load(&fh_board->deaths) % FH_DEATHS];
  memset(death, 0, sizeof *death);
  if (atomic_load(&fh_board->is_written)) {
    *death = fh_board->crumb;
  } else {
    death->milliseconds = fh_milliseconds();
    death->was_ready = (int)atomic_load(&fh_board->is_ready);
    death->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    death->cause = WIFEXITED(status) ? FH_CAUSE_EXIT : FH_CAUSE_SIGNAL;
    death->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    // Who kills from outside says nothing of plugins.
    if (death->signal != SIGKILL && death->signal != SIGTERM && death->signal != SIGINT) guess(death);
  }
  if (death->cause == FH_CAUSE_HANG || death->cause == FH_CAUSE_MEMORY) death->signal = 0;
  atomic_fetch_add(&fh_board->deaths, 1);
  fh_log("error", "the worker has ended unasked and is started again", death);
}

// How long operators are not told, in milliseconds.
static int64_t alert_patience(void) {
  const char *seconds = getenv("FIELDHOUSE_SUPERVISOR_ALERT_SECONDS");
  int number = seconds ? atoi(seconds) : 0;
  return (number > 0 ? number : 60) * (int64_t)1000;
}

// Runs the operator's command, which nobody waits for: it is started by a process that ends at once.
static void alert(const char *what) {
  const char *command = getenv("FIELDHOUSE_SUPERVISOR_ALERT");
  if (!command || !*command) return;
  pid_t child = fork();
  if (child > 0) waitpid(child, NULL, 0);
  if (child != 0) return;
  if (fork() != 0) _exit(0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  setsid();
  setenv("FIELDHOUSE_ALERT", what, 1);
  execl("/bin/sh", "sh", "-c", command, (char *)NULL);
  _exit(127);
}

// Tells operators that no worker has served for a while, which the host cannot tell itself, and that one does again.
static void tell_of_outage(struct supervisor *supervisor) {
  if (!supervisor->down_since || supervisor->asked) return;
  if (supervisor->worker && atomic_load(&fh_board->is_ready)) {
    if (supervisor->is_alerted) {
      fh_log("warning", "the host is there again; its operators are told", NULL);
      alert("up");
    }
    supervisor->down_since = 0;
    supervisor->is_alerted = false;
  } else if (!supervisor->is_alerted && monotonic() - supervisor->down_since >= alert_patience()) {
    fh_log("error", "the host has not been there for a while; its operators are told", NULL);
    alert("down");
    supervisor->is_alerted = true;
  }
}

// Ends as the worker did.
static int end_like(int status) {
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  int number = WTERMSIG(status);
  if (number == SIGTERM || number == SIGINT) {
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, number);
    signal(number, SIG_DFL);
    raise(number);
    sigprocmask(SIG_UNBLOCK, &one, NULL);
  }
  return 1;
}

// Deals with an end; the exit code, or -1 to go on.
static int bury(struct supervisor *supervisor, int status) {
  supervisor->worker = 0;
  if (supervisor->asked) return end_like(status);
  bool is_own_end = WIFEXITED(status) && atomic_load(&fh_board->is_leaving);
  // A reason that the operator has to mend, at the first start: it was told, and the next start would tell the same.
  if (is_own_end && atomic_load(&fh_board->readies) == 0) return WEXITSTATUS(status);
  if (is_own_end) fh_log("warning", "the worker has ended and is started again", NULL);
  else keep_death(status);
  if (!supervisor->down_since) supervisor->down_since = monotonic();
  wait_before_next(supervisor);
  return -1;
}

static void ask_to_end(struct supervisor *supervisor, int number) {
  if (supervisor->asked) return;
  supervisor->asked = number;
  // Who comes from now on is not to wait for a worker that never comes.
  close(supervisor->socket);
  supervisor->kill_at = monotonic() + PATIENCE;
  if (supervisor->worker) kill(supervisor->worker, SIGTERM);
}

static void read_signals(struct supervisor *supervisor) {
  struct signalfd_siginfo signal;
  while (read(supervisor->signals, &signal, sizeof signal) == sizeof signal) {
    if (signal.ssi_signo == SIGTERM || signal.ssi_signo == SIGINT) ask_to_end(supervisor, (int)signal.ssi_signo);
    if (signal.ssi_signo == SIGHUP) fh_log("info", "SIGHUP came; it is kept for reloading and changes nothing", NULL);
  }
}

// Milliseconds until something is due; -1 for never.
static int until_due(const struct supervisor *supervisor) {
  int64_t due = supervisor->start_again ? supervisor->start_again : supervisor->kill_at;
  // A worker does not say that it has come to serve: while none does, somebody looks.
  int64_t look = supervisor->down_since && !supervisor->asked ? LOOK : -1;
  if (!due) return (int)look;
  int64_t left = due - monotonic();
  if (left < 0) return 0;
  return (int)(look >= 0 && look < left ? look : left);
}

static void do_what_is_due(struct supervisor *supervisor) {
  int64_t now = monotonic();
  if (supervisor->kill_at && now >= supervisor->kill_at && supervisor->worker) {
    fh_log("error", "the worker did not end in 30 s and is killed", NULL);
    kill(supervisor->worker, SIGKILL);
    supervisor->kill_at = now + PATIENCE;
  }
  if (!supervisor->start_again || now < supervisor->start_again) return;
  supervisor->start_again = 0;
  begin_life();
  supervisor->worker = fh_start_worker(supervisor->board, supervisor->socket, supervisor->program, supervisor->arguments);
  if (!supervisor->worker) {
    fh_log("error", "no worker could be started; trying again", NULL);
    wait_before_next(supervisor);
  }
}

int fh_supervise(int board, int socket, int program, pid_t worker, char *const *arguments) {
  sigset_t set;
  fh_signals_of_interest(&set);
  sigprocmask(SIG_BLOCK, &set, NULL);
  struct supervisor supervisor = {
      .board = board, .socket = socket, .program = program, .arguments = arguments, .worker = worker,
      .signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK)};
  if (supervisor.signals < 0 || (!fh_board && !fh_board_attach(board))) return 1;
  fh_give_memory_back();
  for (;;) {
    struct pollfd waiting = {.fd = supervisor.signals, .events = POLLIN};
    poll(&waiting, 1, until_due(&supervisor));
    read_signals(&supervisor);
    int status;
    if (supervisor.worker && waitpid(supervisor.worker, &status, WNOHANG) == supervisor.worker) {
      int code = bury(&supervisor, status);
      if (code >= 0) return code;
    }
    if (supervisor.asked && !supervisor.worker) return 0;
    do_what_is_due(&supervisor);
    tell_of_outage(&supervisor);
  }
}
