internal import FieldhouseKit
internal import Testing

@testable internal import FieldhouseStorage

@Suite("What a plugin's statement may say")
struct InspectorTests {
  private func verdict(_ text: String, _ authority: Authority) -> String {
    do {
      try StatementInspector.check(text, as: authority)
      return "fine"
    } catch {
      return error.code.name
    }
  }

  @Test(arguments: [
    ("select 1", "fine", "fine", "fine"), ("values (1)", "fine", "fine", "fine"),
    ("with a as (select 1) select * from a", "fine", "fine", "fine"),
    ("insert into t values (1)", "storage-forbidden", "fine", "fine"),
    ("update t set a = 1", "storage-forbidden", "fine", "fine"),
    ("delete from t", "storage-forbidden", "fine", "fine"),
    ("create table t (a integer)", "storage-forbidden", "storage-forbidden", "fine"),
    ("drop table t", "storage-forbidden", "storage-forbidden", "fine"),
    ("alter table t add a integer", "storage-forbidden", "storage-forbidden", "fine"),
    ("create unique index i on t (a)", "storage-forbidden", "storage-forbidden", "fine"),
    ("create trigger x", "storage-forbidden", "storage-forbidden", "storage-forbidden"),
    ("drop schema x", "storage-forbidden", "storage-forbidden", "storage-forbidden"),
    ("alter role x", "storage-forbidden", "storage-forbidden", "storage-forbidden"),
    ("attach 'x' as y", "storage-forbidden", "storage-forbidden", "storage-forbidden"),
    ("pragma x", "storage-forbidden", "storage-forbidden", "storage-forbidden"),
    ("commit", "storage-forbidden", "storage-forbidden", "storage-forbidden"),
    ("", "storage-statement", "storage-statement", "storage-statement"),
    (";", "storage-statement", "storage-statement", "storage-statement"),
    ("select 1;", "fine", "fine", "fine"),
    ("select 1; select 2", "storage-forbidden", "storage-forbidden", "storage-forbidden"),
    ("(select 1)", "storage-forbidden", "storage-forbidden", "storage-forbidden"),
  ])
  func `depends on where it is said`(_ text: String, _ reading: String, _ writing: String, _ migrating: String) {
    #expect(verdict(text, .reading) == reading)
    #expect(verdict(text, .writing) == writing)
    #expect(verdict(text, .migrating) == migrating)
  }

  @Test(arguments: [
    "select * from fieldhouse_outbox", "select * from sqlite_master", "select * from pg_class", "select pg_sleep(1)",
    "select * from information_schema.tables", "select set_config('a', 'b', false)", "select load_extension('x')",
    "select * from \"FIELDHOUSE_state\"", "select * from \"pg_class\"", "select lo_import('x')", "select dblink('x')",
    "select query_to_xml('x', true, true, '')", "select setval('x', 1)", "select x'00'", "select e'a'", "select U&'a'",
    "select $$a$$", "select @a", "select `a`", "select [a]", "select session_user",
  ])
  func `never names what is not the plugin's, nor writes literals in another way`(_ text: String) {
    #expect(verdict(text, .reading) == "storage-forbidden")
  }

  @Test(arguments: [
    "select ifnull(a, 1) from t", "select datetime('now')", "select group_concat(a) from t", "select random()",
    "select a from t where a glob 'x'", "select rowid from t", "select a from t where a ilike 'x'", "select now()",
    "select json_extract(a, '$.b') from t", "select concat(a, b) from t", "select greatest(a, b) from t",
  ])
  func `never uses what one engine alone knows`(_ text: String) {
    #expect(verdict(text, .reading) == "storage-statement")
  }

  @Test(arguments: [
    "select date from t", "select a.time from a", "insert into total (a) values (1)",
    "insert into date (a) values (1) on conflict (a) do nothing", "select coalesce(a, 1) from t",
    "select count(*), sum(a), max(b) from t", "select 'pg_class'", "select 'it''s; fine'",
    "with recursive date(a) as (select 1) select * from date",
  ])
  func `may use names that only look like them`(_ text: String) {
    #expect(verdict(text, .writing) == "fine")
  }

  @Test(arguments: [Authority.host, .inspecting])
  func `is not looked at when it is the host's`(_ authority: Authority) {
    #expect(verdict("pragma anything; drop everything", authority) == "fine")
  }
}
