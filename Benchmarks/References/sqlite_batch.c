/* The reference for a batch of scores: the same rows written by bare SQL in one transaction each, first new, then
   changed. Usage: sqlite_batch FILE COUNT; prints both times in milliseconds. */
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const char *const settings =
    "pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 0; pragma cache_size = -16000;"
    "create table entries (board text not null, season text not null, partition text not null, account text not null,"
    "score integer not null, t1 integer not null, t2 integer not null, t3 integer not null,"
    "achieved_at integer not null, details text, primary key (board, season, partition, account)) strict, without rowid";

static const char *const upsert =
    "insert into entries values ('points', 'all', '', ?1, ?2, 0, 0, 0, ?3, '{\"predictions\":7}')"
    "on conflict (board, season, partition, account) do update set score = excluded.score,"
    "achieved_at = excluded.achieved_at, details = excluded.details";

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void need(int code, int wanted, sqlite3 *database) {
  if (code == wanted) return;
  fprintf(stderr, "SQLite: %s\n", sqlite3_errmsg(database));
  exit(1);
}

static double write_all(sqlite3 *database, sqlite3_stmt *statement, long count, uint32_t seed) {
  double start = now();
  need(sqlite3_exec(database, "begin immediate", NULL, NULL, NULL), SQLITE_OK, database);
  for (long number = 0; number < count; number++) {
    char account[24];
    int length = snprintf(account, sizeof account, "p%019ld", number);
    sqlite3_bind_text(statement, 1, account, length, SQLITE_TRANSIENT);
    sqlite3_bind_int64(statement, 2, ((uint32_t)number + seed) * 2654435761u % 100000);
    sqlite3_bind_int64(statement, 3, 1700000000000 + seed);
    need(sqlite3_step(statement), SQLITE_DONE, database);
    sqlite3_reset(statement);
  }
  need(sqlite3_exec(database, "commit", NULL, NULL, NULL), SQLITE_OK, database);
  return now() - start;
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  sqlite3 *database;
  sqlite3_stmt *statement;
  need(sqlite3_open(arguments[1], &database), SQLITE_OK, NULL);
  need(sqlite3_exec(database, settings, NULL, NULL, NULL), SQLITE_OK, database);
  need(sqlite3_prepare_v2(database, upsert, -1, &statement, NULL), SQLITE_OK, database);
  double inserted = write_all(database, statement, atol(arguments[2]), 1);
  double changed = write_all(database, statement, atol(arguments[2]), 2);
  printf("%.1f %.1f\n", inserted, changed);
  sqlite3_finalize(statement);
  sqlite3_close(database);
  return 0;
}
