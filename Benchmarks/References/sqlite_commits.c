/* The reference for durable writes: single-row transactions on SQLite, one after the other, each with its own sync of the
   disk. Usage: sqlite_commits FILE SECONDS; prints commits a second, microseconds of processor time each, and median,
   99th percentile and longest in milliseconds. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double processor_time(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void need(int code, int wanted, sqlite3 *database) {
  if (code == wanted) return;
  fprintf(stderr, "SQLite: %s\n", sqlite3_errmsg(database));
  exit(1);
}

/* The milliseconds of each commit. */
static double *times;
static size_t commits, room;

static void note(double seconds) {
  if (commits == room) {
    room = room ? room * 2 : 65536;
    times = realloc(times, room * sizeof *times);
    if (!times) exit(1);
  }
  times[commits++] = seconds * 1e3;
}

static int by_length(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  sqlite3 *database;
  need(sqlite3_open(arguments[1], &database), SQLITE_OK, NULL);
  need(sqlite3_exec(database,
                    "pragma journal_mode = wal; pragma synchronous = full;"
                    "create table if not exists items (id integer primary key, value text not null) strict",
                    NULL, NULL, NULL),
       SQLITE_OK, database);
  sqlite3_stmt *insert;
  need(sqlite3_prepare_v2(database,
                          "insert into items (id, value) values (?1, ?2) on conflict (id) do update set value = ?2", -1,
                          &insert, NULL),
       SQLITE_OK, database);
  double start = now(), last = start, end = start + atof(arguments[2]), used = processor_time();
  while (last < end) {
    sqlite3_bind_int64(insert, 1, (sqlite3_int64)commits);
    sqlite3_bind_text(insert, 2, "a value of forty characters, to be stored", -1, SQLITE_STATIC);
    need(sqlite3_step(insert), SQLITE_DONE, database);
    sqlite3_reset(insert);
    double then = now();
    note(then - last);
    last = then;
  }
  used = processor_time() - used;
  qsort(times, commits, sizeof *times, by_length);
  printf("%.1f %.2f %.3f %.3f %.3f\n", (double)commits / (last - start), used * 1e6 / (double)commits,
         times[commits / 2], times[commits * 99 / 100], times[commits - 1]);
  sqlite3_finalize(insert);
  sqlite3_close(database);
  return 0;
}
