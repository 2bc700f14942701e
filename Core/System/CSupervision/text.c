// Lines of the host's log, written without memory of the heap, from wherever it is necessary.
#define _GNU_SOURCE
#include "board.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

struct line {
  char text[2048];
  size_t length;
};

static void add(struct line *line, const char *text) {
  size_t length = strlen(text), room = sizeof line->text - 3 - line->length;
  if (length > room) length = room;
  memcpy(line->text + line->length, text, length);
  line->length += length;
}

static void add_number(struct line *line, uint64_t number, unsigned digits) {
  char text[24];
  unsigned start = sizeof text - 1;
  text[start] = 0;
  do {
    text[--start] = (char)('0' + number % 10);
    number /= 10;
  } while (number || sizeof text - 1 - start < digits);
  add(line, text + start);
}

static void add_hexadecimal(struct line *line, uint64_t number) {
  char text[19];
  unsigned start = sizeof text - 1;
  text[start] = 0;
  do {
    text[--start] = "0123456789abcdef"[number & 15];
    number >>= 4;
  } while (number);
  add(line, "0x");
  add(line, text + start);
}

// The date of a day since 1970, by eras of 400 years that begin in March.
static void add_date(struct line *line, int64_t day) {
  day += 719468;
  uint64_t era = (uint64_t)day / 146097, of_era = (uint64_t)day % 146097;
  uint64_t year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  uint64_t of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  uint64_t shifted = (5 * of_year + 2) / 153, month = shifted < 10 ? shifted + 3 : shifted - 9;
  add_number(line, year_of_era + era * 400 + (month <= 2), 4);
  add(line, "-");
  add_number(line, month, 2);
  add(line, "-");
  add_number(line, of_year - (153 * shifted + 2) / 5 + 1, 2);
}

static void add_time(struct line *line, int64_t milliseconds) {
  int64_t seconds = milliseconds / 1000, of_day = seconds % 86400;
  add_date(line, seconds / 86400);
  add(line, "T");
  add_number(line, (uint64_t)of_day / 3600, 2);
  add(line, ":");
  add_number(line, (uint64_t)of_day / 60 % 60, 2);
  add(line, ":");
  add_number(line, (uint64_t)of_day % 60, 2);
  add(line, ".");
  add_number(line, (uint64_t)milliseconds % 1000, 3);
  add(line, "Z");
}

static void add_field(struct line *line, const char *name, const char *value) {
  add(line, ",\"");
  add(line, name);
  add(line, "\":\"");
  add(line, value);
  add(line, "\"");
}

static void add_frame(struct line *line, const struct fh_frame *frame) {
  add(line, frame->image[0] ? frame->image : "?");
  add(line, "+");
  add_hexadecimal(line, frame->offset);
}

static void add_death(struct line *line, const struct fh_death *death) {
  if (death->signal) add_field(line, "signal", fh_signal_name(death->signal));
  if (death->status >= 0) {
    add(line, ",\"status\":\"");
    add_number(line, (uint64_t)death->status, 1);
    add(line, "\"");
  }
  if (death->plugin[0]) add_field(line, "plugin", death->plugin);
  if (death->plugin[0] && death->step) add_field(line, "step", fh_step_name(death->step));
  if (death->amount) {
    add(line, death->cause == FH_CAUSE_MEMORY ? ",\"bytes\":\"" : ",\"milliseconds\":\"");
    add_number(line, death->amount, 1);
    add(line, "\"");
  }
  int place = death->place < 0 ? 0 : death->place;
  if (place >= (int)death->frame_count) return;
  add(line, ",\"frame\":\"");
  add_frame(line, &death->frames[place]);
  add(line, "\",\"frames\":\"");
  for (uint32_t index = 0; index < death->frame_count; index++) {
    if (index) add(line, " ");
    add_frame(line, &death->frames[index]);
  }
  add(line, "\"");
}

void fh_log(const char *level, const char *message, const struct fh_death *death) {
  struct line line = {.length = 0};
  add(&line, "{\"time\":\"");
  add_time(&line, fh_milliseconds());
  add(&line, "\"");
  add_field(&line, "level", level);
  add_field(&line, "message", message);
  add_field(&line, "part", "supervision");
  if (death) add_death(&line, death);
  memcpy(line.text + line.length, "}\n", 2);
  ssize_t count = write(STDERR_FILENO, line.text, line.length + 2);
  (void)count;
}

const char *fh_step_name(int step) {
  static const char *const names[] = {
      "none", "load", "init", "validate", "migrate", "start", "health", "stop", "route", "schedule", "event",
      "people", "question"};
  return step >= 0 && step < (int)(sizeof names / sizeof names[0]) ? names[step] : "none";
}

const char *fh_signal_name(int number) {
  switch (number) {
  case SIGILL: return "SIGILL";
  case SIGTRAP: return "SIGTRAP";
  case SIGABRT: return "SIGABRT";
  case SIGBUS: return "SIGBUS";
  case SIGFPE: return "SIGFPE";
  case SIGSEGV: return "SIGSEGV";
  case SIGKILL: return "SIGKILL";
  case SIGTERM: return "SIGTERM";
  default: return "another";
  }
}
