// The board: memory that a supervisor and its workers share, and what this worker's plugins are.
#define _GNU_SOURCE
#include "board.h"

#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

struct fh_board *fh_board;

static struct fh_image images[FH_IMAGES];
static atomic_uint image_count;

int fh_board_make(void) {
  int descriptor = memfd_create("fieldhouse-board", MFD_CLOEXEC);
  if (descriptor < 0) return -1;
  if (ftruncate(descriptor, sizeof(struct fh_board)) == 0) return descriptor;
  close(descriptor);
  return -1;
}

bool fh_board_attach(int descriptor) {
  void *memory = mmap(NULL, sizeof(struct fh_board), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (memory == MAP_FAILED) return false;
  fh_board = memory;
  return true;
}

int64_t fh_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void fh_name(char *to, const char *from) {
  size_t length = strnlen(from, FH_NAME - 1);
  memcpy(to, from, length);
  to[length] = 0;
}

int fh_plugin(const char *id) {
  if (!fh_board || strlen(id) >= FH_NAME) return -1;
  unsigned count = atomic_load(&fh_board->plugins);
  for (unsigned index = 0; index < count; index++)
    if (strcmp(fh_board->plugin[index], id) == 0) return (int)index;
  if (count == FH_PLUGINS) return -1;
  fh_name(fh_board->plugin[count], id);
  atomic_store(&fh_board->plugins, count + 1);
  return (int)count;
}

void fh_step(int plugin, int step) {
  if (fh_board) atomic_store(&fh_board->step, plugin < 0 ? 0 : (unsigned)step << 16 | (unsigned)(plugin + 1));
}

void fh_ready(void) {
  if (!fh_board) return;
  atomic_fetch_add(&fh_board->readies, 1);
  atomic_store(&fh_board->is_ready, 1);
}

void fh_leaving(void) {
  if (fh_board) atomic_store(&fh_board->is_leaving, 1);
}

bool fh_next_death(struct fh_death *death) {
  if (!fh_board) return false;
  unsigned all = atomic_load(&fh_board->deaths), next = atomic_load(&fh_board->read_deaths);
  if (next == all) return false;
  if (all - next > FH_DEATHS) next = all - FH_DEATHS;
  *death = fh_board->death[next % FH_DEATHS];
  atomic_store(&fh_board->read_deaths, next + 1);
  return true;
}

const struct fh_image *fh_image_at(uintptr_t address) {
  unsigned count = atomic_load(&image_count);
  for (unsigned index = 0; index < count; index++)
    if (address >= images[index].start && address < images[index].end) return &images[index];
  return NULL;
}

int fh_owner(const void *address) {
  const struct fh_image *image = fh_image_at((uintptr_t)address);
  return image ? atomic_load(&image->plugin) : -1;
}

struct search {
  int plugin;
  const char *path;
};

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static struct fh_image *known(uintptr_t start) {
  unsigned count = atomic_load(&image_count);
  for (unsigned index = 0; index < count; index++)
    if (images[index].start == start) return &images[index];
  return NULL;
}

// From the first page of a library to its last.
static void extent(struct dl_phdr_info *info, uintptr_t *start, uintptr_t *end) {
  *start = UINTPTR_MAX;
  *end = 0;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[index];
    if (part->p_type != PT_LOAD) continue;
    uintptr_t first = info->dlpi_addr + part->p_vaddr, last = first + part->p_memsz;
    if (first < *start) *start = first;
    if (last > *end) *end = last;
  }
}

static int note(struct dl_phdr_info *info, size_t size, void *argument) {
  (void)size;
  const struct search *search = argument;
  uintptr_t start, end;
  extent(info, &start, &end);
  struct fh_image *image = known(start);
  unsigned count = atomic_load(&image_count);
  if (!image && count < FH_IMAGES && end > start) {
    image = &images[count];
    const char *path = info->dlpi_name[0] ? info->dlpi_name : "fieldhouse";
    *image = (struct fh_image){.start = start, .end = end, .plugin = -1, .is_host = !info->dlpi_name[0]};
    fh_name(image->name, base_name(path));
    image->is_runtime = strstr(image->name, "libswift_Concurrency") != NULL;
    atomic_store(&image_count, count + 1);
  }
  if (image && search->path && strcmp(info->dlpi_name, search->path) == 0) atomic_store(&image->plugin, search->plugin);
  return 0;
}

void fh_image(int plugin, const char *path) {
  struct search search = {plugin, path[0] ? path : NULL};
  if (fh_board) dl_iterate_phdr(note, &search);
}
