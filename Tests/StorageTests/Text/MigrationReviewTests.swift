internal import FieldhouseKit
internal import Testing

@testable internal import FieldhouseStorage

@Suite("What check says of a migration's statements")
struct MigrationReviewTests {
  private func found(_ sql: String) -> [String] {
    MigrationReview.faults(in: sql, after: ["create table a (x integer)"]).map { "\($0.number) \($0.line) \($0.text)" }
  }

  @Test func `names each by its number, its line and its text`() {
    #expect(
      found(
        "\n-- one; two\ncreate table b (y text);\n\n/* of\ntwo lines */ insert into a values ('x');\r\nselect rowid\n from a;"
      )
        == ["2 6 insert into a values ('x')", "3 7 select rowid\n from a"])
    #expect(found("insert into a values (1); insert into b values (1)\n;;") == [])
    #expect(
      found("insert into b values ('x'); create table b (y integer); insert into b values ('y')") == [
        "3 1 insert into b values ('y')"
      ])
  }

  @Test func `says where a repeated one stands with others, once`() {
    #expect(
      found(
        "insert into a values (1);\nupdate a set x = 2 where x in (select x from a limit ?1);\ndelete from a where x = ?1"
      )
        == ["2 2 update a set x = 2 where x in (select x from a limit ?1)"])
    #expect(found("update a set x = 2 where x in (select x from a limit ?1)") == [])
  }

  @Test(arguments: ["select 'open; select 1", "select 1 /* open", "select 1 -- a\rb", "select ?x"])
  func `says that a text cannot be read as a whole`(_ sql: String) {
    #expect(found(sql) == ["1 1 \(sql)"])
  }

  @Test func `is what has run, in its order, and nothing else: a plan goes on behind it`() throws {
    let steps = ["1", "2", "3"].map { Migration(id: $0, sql: "select \($0)") }
    let space = Namespace(id: "club", migrations: steps)
    func applied(_ migrations: [Migration]) -> [(id: String, checksum: String)] {
      migrations.map { ($0.id, $0.checksum) }
    }
    #expect(try MigrationLedger.plan(space, applied: []).pending == steps)
    #expect(try MigrationLedger.plan(space, applied: applied(Array(steps[..<2]))).pending == [steps[2]])
    #expect(try MigrationLedger.plan(space, applied: applied(steps)).applied == ["1", "2", "3"])
    let changed = Migration(id: "2", sql: "select 2;")
    let refusals: [([Migration], [Migration], StorageError.Code)] = [
      (steps, [steps[0], changed], .migrationChanged), (steps, [steps[1]], .migrationRemoved),
      (steps, [steps[0], steps[2]], .migrationRemoved), ([steps[0]], Array(steps[..<2]), .migrationRemoved),
      (steps + [steps[0]], [], .migrationChanged),
    ]
    for (declared, done, code) in refusals {
      let other = Namespace(id: "club", migrations: declared)
      let error = #expect(throws: StorageError.self) { try MigrationLedger.plan(other, applied: applied(done)) }
      #expect(error?.code == code, "\(declared.map(\.id)) \(done.map(\.id))")
    }
  }
}
