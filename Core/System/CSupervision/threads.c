// Every thread of a worker has a record on the board and a second stack, on which its own overflow can be told.
//
// Threads are started by the runtime, by libraries and by plugins; so that none is missed, the host's own pthread_create
// stands before the C library's, in whose place the dynamic linker takes it for all of them.
#define _GNU_SOURCE
#include "board.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SECOND_STACK = 64 << 10 };

struct beginning {
  void *(*body)(void *);
  void *argument;
};

static __thread struct fh_thread *record;
static pthread_key_t ending;
static bool has_begun;

struct fh_thread *fh_this_thread(void) { return record; }

static void end(void *stack) {
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  munmap(stack, SECOND_STACK);
  if (!record) return;
  atomic_store(&record->mark, 0);
  atomic_store(&record->id, 0);
  record = NULL;
}

static void take_record(void) {
  int id = (int)syscall(SYS_gettid);
  for (int index = 0; index < FH_THREADS; index++) {
    int nobody = 0;
    if (!atomic_compare_exchange_strong(&fh_board->threads[index].id, &nobody, id)) continue;
    record = &fh_board->threads[index];
    atomic_store(&record->mark, 0);
    return;
  }
}

static void begin(void) {
  if (!has_begun || record) return;
  take_record();
  void *memory = mmap(NULL, SECOND_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return;
  stack_t stack = {.ss_sp = memory, .ss_size = SECOND_STACK};
  sigaltstack(&stack, NULL);
  pthread_setspecific(ending, memory);
}

void fh_threads_begin(void) {
  if (pthread_key_create(&ending, end) != 0) return;
  has_begun = true;
  begin();
}

void *fh_thread_main(void *argument) {
  struct beginning beginning = *(struct beginning *)argument;
  free(argument);
  begin();
  return beginning.body(beginning.argument);
}

typedef int create_function(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

__attribute__((visibility("default"))) int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
  static create_function *_Atomic original;
  create_function *create = original;
  if (!create) original = create = (create_function *)dlsym(RTLD_NEXT, "pthread_create");
  if (!has_begun) return create(thread, attributes, body, argument);
  struct beginning *beginning = malloc(sizeof *beginning);
  if (!beginning) return create(thread, attributes, body, argument);
  *beginning = (struct beginning){body, argument};
  int code = create(thread, attributes, fh_thread_main, beginning);
  if (code != 0) free(beginning);
  return code;
}

fh_mark fh_enter(int plugin, int step) {
  struct fh_thread *thread = record;
  if (!thread || plugin < 0) return (fh_mark){NULL, 0};
  uint64_t number = atomic_load_explicit(&thread->marks, memory_order_relaxed) + 1;
  atomic_store_explicit(&thread->marks, number, memory_order_relaxed);
  uint64_t value = number << 24 | (uint64_t)step << 16 | (uint64_t)(plugin + 1);
  atomic_store_explicit(&thread->mark, value, memory_order_release);
  return (fh_mark){thread, value};
}

void fh_leave(fh_mark mark) {
  if (!mark.thread) return;
  struct fh_thread *thread = mark.thread;
  atomic_compare_exchange_strong(&thread->mark, &mark.value, 0);
}
