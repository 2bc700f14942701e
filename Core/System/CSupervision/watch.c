// Finds the plugin that holds a thread of the host, or its memory, and ends the worker when that goes on.
//
// Four times a second the kernel is asked what every thread does. One that runs is interrupted for a look at its stack. One
// that sleeps is left alone, unless for a second it has slept at the same place and its stack names a plugin. A plugin
// holds a thread while every look finds it there and no other handler begins on that thread. Threads of the plugin's own,
// on whose stacks neither the host nor a task is, are none of our business.
//
// Holds that end in time are added up: many of a few seconds starve everybody as well as one that never ends.
#define _GNU_SOURCE
#include "look.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { TICK = 125, SUSPECT = 1000, NOTICE = 2000, NEAR = 32 << 10, PATIENT = 6 };
// What plugins held is kept for a minute, in parts of five seconds.
enum { PARTS = 12, PART = 5000 };

// What a thread has been seen at.
struct view {
  int id;
  long number;     // the system call it sleeps in, FH_RUNNING, or FH_UNKNOWN
  uintptr_t stack; // where its stack ended then
  uint64_t marks;
  int64_t since;   // in milliseconds of the monotonic clock
  int64_t counted; // until when its hold has been added to what the plugin held
  int64_t work;    // the processor time it had used by then, in milliseconds
  int plugin;      // the one that holds it, -1 for none
  bool is_serving, is_cleared, is_noticed;
};

// The parts of the last minute, and which they are.
struct sum {
  int64_t numbers[PARTS];
  uint32_t milliseconds[PARTS];
};

static struct view views[FH_THREADS];
static struct sum sums[FH_PLUGINS];
static _Atomic uint64_t held[FH_PLUGINS];
static int64_t hang_milliseconds;
static uint64_t memory_limit;
static struct fh_death found;

static int64_t now_in(clockid_t clock) {
  struct timespec now;
  if (clock_gettime(clock, &now) != 0) return 0;
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// The clock of a thread's processor time (see CPUCLOCK_PERTHREAD_MASK and CPUCLOCK_SCHED of the kernel).
static int64_t work_of(int id) { return now_in((clockid_t)(~(unsigned)id << 3 | 6)); }

static void forget(struct view *view, int64_t now) {
  view->plugin = -1;
  view->is_cleared = view->is_noticed = false;
  view->since = view->counted = now;
  view->work = work_of(view->id);
}

// Adds what the plugin has held this thread for since it was last added.
static void count(struct view *view, int64_t now) {
  if (view->plugin < 0 || now - view->since < SUSPECT) return;
  struct sum *sum = &sums[view->plugin];
  int64_t number = now / PART;
  int part = (int)(number % PARTS);
  if (sum->numbers[part] != number) sum->milliseconds[part] = 0;
  sum->numbers[part] = number;
  sum->milliseconds[part] += (uint32_t)(now - view->counted);
  view->counted = now;
}

static void publish_sums(int64_t now) {
  unsigned plugins = atomic_load(&fh_board->plugins);
  for (unsigned plugin = 0; plugin < plugins; plugin++) {
    const struct sum *sum = &sums[plugin];
    uint64_t all = 0;
    for (int part = 0; part < PARTS; part++)
      if (sum->numbers[part] > now / PART - PARTS) all += sum->milliseconds[part];
    atomic_store(&held[plugin], all);
  }
}

uint64_t fh_held(int plugin) { return plugin < 0 ? 0 : atomic_load(&held[plugin]); }

static void keep(struct view *view, int64_t now) {
  bool counts = fh_look.walk.has_host || fh_look.walk.has_runtime;
  int plugin = counts ? fh_look.walk.plugin : -1;
  if (plugin < 0 || (view->plugin >= 0 && plugin != view->plugin)) forget(view, now);
  if (plugin < 0) view->is_cleared = true;
  view->plugin = plugin;
  view->is_serving = fh_look.walk.has_host;
}

static void describe(struct view *view, int64_t now) {
  memset(&found, 0, sizeof found);
  memcpy(found.frames, fh_look.frames, sizeof found.frames);
  fh_attribute(&found, &fh_look.walk, NULL);
  uint64_t mark = atomic_load(&fh_board->threads[view - views].mark);
  if ((int)(mark & 0xffff) - 1 == view->plugin) found.step = (int)(mark >> 16 & 0xff);
  found.status = -1;
  found.amount = (uint64_t)(now - view->since);
}

static void end_worker(int cause, uint64_t amount) {
  if (fh_claim()) {
    found.cause = cause;
    found.status = -1;
    found.amount = amount;
    fh_board->crumb = found;
    atomic_store(&fh_board->is_written, 1);
  }
  kill(getpid(), SIGKILL);
}

// How long a plugin may hold this thread. Before the host serves, and where only tasks wait, there is more time.
static int64_t patience(const struct view *view) {
  bool is_strict = view->is_serving && atomic_load(&fh_board->is_ready);
  return is_strict ? hang_milliseconds : hang_milliseconds * PATIENT;
}

static void judge(struct view *view, int64_t now) {
  int64_t duration = now - view->since;
  if (view->plugin < 0 || duration < NOTICE) return;
  if (!view->is_noticed) {
    view->is_noticed = true;
    describe(view, now);
    fh_log("warning", "a plugin holds a thread of the host", &found);
  }
  int64_t limit = patience(view);
  // On a busy machine a thread that runs gets little done in its time.
  bool is_starved = view->number == FH_RUNNING && work_of(view->id) - view->work < limit / 2;
  if (duration < limit || (is_starved && duration < limit * 2)) return;
  uint64_t marks = view->marks;
  if (!fh_look_at(view->id)) return;
  keep(view, now);
  if (view->plugin < 0 || marks != atomic_load(&fh_board->threads[view - views].marks)) return;
  describe(view, now);
  end_worker(FH_CAUSE_HANG, (uint64_t)duration);
}

static void watch_thread(struct view *view, struct fh_thread *thread, int64_t now) {
  long number;
  uintptr_t stack;
  int id = atomic_load(&thread->id);
  uint64_t marks = atomic_load(&thread->marks);
  fh_ask_kernel(id, &number, &stack);
  bool is_same = view->id == id && view->marks == marks;
  if (number == FH_RUNNING) {
    // From one look that finds the plugin to the next it may have slept in between, as a handler that waits in a loop does.
    if (!is_same || (view->number != FH_RUNNING && view->plugin < 0)) {
      view->id = id;
      forget(view, now);
    }
    if (fh_look_at(id)) keep(view, now);
  } else if (!is_same || (view->plugin < 0 && (view->number != number || view->stack != stack))) {
    view->id = id;
    forget(view, now);
  } else if (view->plugin >= 0 && (view->number != number || view->stack != stack)) {
    // It ran meanwhile, and sleeps again elsewhere: is that still the plugin?
    if (fh_scan(stack, NEAR) != view->plugin) forget(view, now);
  } else if (view->plugin < 0 && !view->is_cleared && now - view->since >= SUSPECT) {
    int64_t since = view->since;
    if (fh_scan(stack, NEAR) < 0 || !fh_look_at(id)) {
      view->is_cleared = true;
    } else {
      keep(view, now);
      view->since = view->counted = since;
    }
  }
  view->number = number;
  view->stack = stack;
  view->marks = marks;
  // Whoever began meanwhile is not who was seen.
  if (atomic_load(&thread->marks) != marks) return forget(view, now);
  count(view, now);
  judge(view, now);
}

static uint64_t resident_bytes(void) {
  char text[128];
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  if (length <= 0) return 0;
  text[length] = 0;
  char *second = strchr(text, ' ');
  return second ? strtoull(second, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

// The plugin that runs while memory runs out; without one, that of the handler that began last.
static void name_the_hungry(void) {
  uint64_t latest = 0;
  memset(&found, 0, sizeof found);
  for (int index = 0; index < FH_THREADS; index++) {
    struct fh_thread *thread = &fh_board->threads[index];
    int id = atomic_load(&thread->id);
    if (!id || id == (int)syscall(SYS_gettid)) continue;
    long number;
    uintptr_t stack;
    fh_ask_kernel(id, &number, &stack);
    if (number == FH_RUNNING && fh_look_at(id) && fh_look.walk.plugin >= 0) {
      views[index].plugin = fh_look.walk.plugin;
      return describe(&views[index], views[index].since);
    }
    uint64_t mark = atomic_load(&thread->mark);
    if (mark <= latest) continue;
    latest = mark;
    fh_look.walk = (struct fh_walk){.plugin = -1, .place = -1};
    fh_attribute(&found, &fh_look.walk, thread);
  }
}

static void *watch(void *argument) {
  (void)argument;
  int me = (int)syscall(SYS_gettid);
  for (unsigned tick = 0;; tick++) {
    fh_pause(TICK);
    if (memory_limit) {
      uint64_t bytes = resident_bytes();
      if (bytes > memory_limit) {
        name_the_hungry();
        end_worker(FH_CAUSE_MEMORY, bytes);
      }
    }
    if (!hang_milliseconds || tick % 2) continue;
    for (int index = 0; index < FH_THREADS; index++) {
      struct fh_thread *thread = &fh_board->threads[index];
      int id = atomic_load(&thread->id);
      if (id && id != me) watch_thread(&views[index], thread, now_in(CLOCK_MONOTONIC));
    }
    publish_sums(now_in(CLOCK_MONOTONIC));
  }
  return NULL;
}

bool fh_watch(double hang, uint64_t memory) {
  if (!fh_board) return false;
  hang_milliseconds = (int64_t)(hang * 1000);
  memory_limit = memory;
  for (int index = 0; index < FH_THREADS; index++) views[index].plugin = -1;
  fh_look_begin();
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 256 << 10);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  bool has_started = pthread_create(&thread, &attributes, watch, NULL) == 0;
  pthread_attr_destroy(&attributes);
  return has_started;
}
