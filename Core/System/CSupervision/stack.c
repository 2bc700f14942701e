// Whose code is on a stack.
#define _GNU_SOURCE
#include "board.h"

#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>
#include <unwind.h>

extern void *fh_thread_main(void *);

// visit's callers up to the one that wants to know.
enum { OWN_FRAMES = 3 };

// The plugin's own frame is kept, however deep it is.
static void add(struct fh_walk *walk, const struct fh_image *image, uintptr_t place) {
  bool isPlace = walk->place < 0 && image && atomic_load(&image->plugin) >= 0;
  if (walk->count == FH_FRAMES && !isPlace) return;
  uint32_t index = walk->count < FH_FRAMES ? walk->count++ : FH_FRAMES - 1;
  if (isPlace) walk->place = (int)index;
  fh_name(walk->frames[index].image, image ? image->name : "");
  walk->frames[index].offset = image ? place - image->start : place;
}

// Where a walk of this thread goes back to.
static __thread sigjmp_buf *way_back;

static _Unwind_Reason_Code visit(struct _Unwind_Context *context, void *argument) {
  struct fh_walk *walk = argument;
  int isExact = 0;
  uintptr_t place = _Unwind_GetIPInfo(context, &isExact);
  if (place == 0 || walk->depth++ >= walk->limit) return _URC_END_OF_STACK;
  // A return address may be the first of the next function.
  const struct fh_image *image = fh_image_at(isExact ? place : place - 1);
  int plugin = image ? atomic_load(&image->plugin) : -1;
  bool isStart = _Unwind_GetRegionStart(context) == (uintptr_t)fh_thread_main;
  if (plugin >= 0) {
    if (walk->plugin < 0) walk->plugin = plugin;
  } else if (image && walk->plugin >= 0 && !isStart) {
    walk->has_host |= image->is_host;
    walk->has_runtime |= image->is_runtime;
  }
  // The handler's own frames come before the one that the signal interrupted.
  walk->is_inside |= isExact || (!walk->is_of_signal && walk->depth > OWN_FRAMES);
  if (walk->frames && walk->is_inside) add(walk, image, place);
  return _URC_NO_REASON;
}

void fh_walk(struct fh_walk *walk, struct fh_frame *frames, unsigned limit, bool is_of_signal) {
  *walk = (struct fh_walk){.plugin = -1, .place = -1, .frames = frames, .limit = limit, .is_of_signal = is_of_signal};
  // A thread may be where the tables of its code do not tell the stack as it is: the unwinder then reads what is not there.
  // What it found until then is what is known.
  sigjmp_buf here, *outer = way_back;
  if (sigsetjmp(here, true) == 0) {
    way_back = &here;
    _Unwind_Backtrace(visit, walk);
  }
  way_back = outer;
}

void fh_end_walk(int number) {
  if (way_back && (number == SIGSEGV || number == SIGBUS)) siglongjmp(*way_back, 1);
}

int fh_scan(uintptr_t stack, size_t bytes) {
  uintptr_t words[512];
  for (size_t done = 0; done < bytes; done += sizeof words) {
    struct iovec from = {(void *)(stack + done), sizeof words}, to = {words, sizeof words};
    ssize_t count = process_vm_readv(getpid(), &to, 1, &from, 1, 0);
    for (ssize_t index = 0; index < count / (ssize_t)sizeof words[0]; index++) {
      int plugin = fh_owner((void *)words[index]);
      if (plugin >= 0) return plugin;
    }
    if (count < (ssize_t)sizeof words) return -1;
  }
  return -1;
}

void fh_attribute(struct fh_death *death, const struct fh_walk *walk, const struct fh_thread *thread) {
  unsigned step = atomic_load(&fh_board->step);
  uint64_t mark = thread ? atomic_load(&thread->mark) : 0;
  int stepPlugin = (int)(step & 0xffff) - 1, markPlugin = (int)(mark & 0xffff) - 1;
  int plugin = walk->plugin;
  death->evidence = plugin >= 0 ? FH_BY_FRAME : stepPlugin >= 0 ? FH_BY_STEP : markPlugin >= 0 ? FH_BY_MARK : FH_BY_NOTHING;
  if (plugin < 0) plugin = stepPlugin >= 0 ? stepPlugin : markPlugin;
  death->step = FH_STEP_NONE;
  if (plugin >= 0 && plugin == stepPlugin) death->step = (int)(step >> 16);
  else if (plugin >= 0 && plugin == markPlugin) death->step = (int)(mark >> 16 & 0xff);
  fh_name(death->plugin, plugin >= 0 ? fh_board->plugin[plugin] : "");
  death->frame_count = walk->count;
  death->place = walk->place;
  death->was_ready = (int)atomic_load(&fh_board->is_ready);
  death->milliseconds = fh_milliseconds();
}

void fh_here(struct fh_death *death) {
  memset(death, 0, sizeof *death);
  if (!fh_board) return;
  struct fh_walk walk;
  fh_walk(&walk, death->frames, 64, false);
  fh_attribute(death, &walk, fh_this_thread());
}
