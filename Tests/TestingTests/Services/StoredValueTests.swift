import FieldhouseKit
import FieldhouseKitTesting
import Foundation
import Testing

@Suite struct `The storage of a plugin on either engine` {
  private static let engines = TestHost.Engine.allCases

  @Test(arguments: engines) func `gives every value back as it was bound`(on engine: TestHost.Engine) async throws {
    try await Shelf.run(on: engine) { host in
      let storage = host.services.storage
      let names = ["", "é'\"\\%_", "'; drop table things; --", "?1 $1", "日本👩\u{200D}👩", "a\r\n\tb", "e\u{301}"]
      let at = Date(timeIntervalSince1970: -0.5)
      for (id, name) in names.enumerated() {
        let bytes = (0..<id).map { UInt8($0 * 40) }
        try await storage.write {
          let changed = try await $0.execute(
            "insert into things values (\(id), \(name), \(-id), \(Double(id) / 3), \(bytes), \(at))")
          #expect(changed == 1)
        }
        let row = try #require(
          try await storage.read { try await $0.first("select * from things where name = \(name)") })
        #expect(try row["id"] as Int == id && row["points"] as Int64 == Int64(-id))
        #expect(try Array((row["name"] as String).utf8) == Array(name.utf8))
        #expect(try row["weight"] as Double == Double(id) / 3 && row["bytes"] as [UInt8] == bytes)
        #expect(try row["at"] as Date == at && row["at"] as Int64 == -500)
        #expect(row.columns.names == ["id", "name", "points", "weight", "bytes", "at"])
      }
      let ids = try await storage.read {
        try await $0.query("select id from things where name in (\(list: names.suffix(2))) order by id")
          .map { try $0[0] as Int }
      }
      #expect(ids == [5, 6])
      #expect(
        try await storage.read { try await $0.query("select id from things where name in (\(list: [String]()))") }
          .isEmpty)
    }
  }

  @Test(arguments: engines) func `has nothing where nothing was bound, and says which column`(
    on engine: TestHost.Engine
  )
    async throws
  {
    try await Shelf.run(on: engine) { host in
      let (name, weight, bytes): (String?, Double?, [UInt8]?) = (nil, nil, nil)
      let never = Date(timeIntervalSince1970: .nan)
      try await host.services.storage.write {
        try await $0.execute("insert into things values (1, \(name), \(Int?.none), \(weight), \(bytes), \(never))")
      }
      let row = try #require(try await host.services.storage.read { try await $0.first("select * from things") })
      #expect(row.values == [.integer(1)] + Array(repeating: .null, count: 5))
      #expect(try row["name"] as String? == nil && row["at"] as Date? == nil)
      let error = #expect(throws: StorageError.self) { try row["name"] as String }
      #expect(error?.message == "Column 'name' holds null, which is no String.")
      let missing = #expect(throws: StorageError.self) { try row["Name"] as String }
      #expect(missing?.code == .columnMissing)
    }
  }

  @Test(arguments: engines) func `takes statements in others, with marks in what they quote`(on engine: TestHost.Engine)
    async throws
  {
    try await Shelf.run(on: engine) { host in
      try await host.services.storage.write { transaction in
        try await transaction.execute("insert into things (id, name, points) values (1, \("why?"), 7), (2, '?1', 8)")
      }
      let asked: SQL = "name = 'why?' /* ?1 */ and points = \(7)"
      let other: SQL = "name = '?1' and points > \(7)"
      let ids = try await host.services.storage.read { transaction in
        try await transaction.query(
          "select id, \("x") as \"what?\" from things where id < \(9) and (\(asked)) or (\(other)) order by id"
        ).map { try $0["id"] as Int }
      }
      #expect(ids == [1, 2])
    }
  }

  @Test(arguments: engines) func `keeps all or nothing, and throws what the body throws`(on engine: TestHost.Engine)
    async throws
  {
    struct Stop: Error, Equatable { var number: Int }
    try await Shelf.run(on: engine) { host in
      let storage = host.services.storage
      await #expect(throws: Stop(number: 3)) {
        try await storage.write { transaction in
          for id in 1...3 { try await transaction.execute("insert into things (id) values (\(id))") }
          let count: Int = try await transaction.first("select count(*) from things")?[0] ?? 0
          throw Stop(number: count)
        }
      }
      let left = try await storage.read { try await $0.query("select id from things") }
      let changed = try await storage.write { try await $0.execute("update things set points = 1") }
      #expect(left.isEmpty && changed == 0)
    }
  }

  @Test(arguments: engines) func `hands out rows one after the other, until somebody has enough`(
    on engine: TestHost.Engine
  ) async throws {
    struct Enough: Error {}
    try await Shelf.run(on: engine) { host in
      let storage = host.services.storage
      try await storage.write { transaction in
        for id in 1...50 { try await transaction.execute("insert into things (id) values (\(id))") }
      }
      let seen = Kept()
      await #expect(throws: Enough.self) {
        try await storage.read { transaction in
          try await transaction.forEach("select id from things order by id") { row in
            seen.add(try row[0])
            if seen.all.count == 7 { throw Enough() }
          }
        }
      }
      #expect(seen.all == Array(1...7))
      #expect(try await storage.read { try await $0.first("select max(id) from things")?[0] } == 50)
    }
  }

  @Test(arguments: engines) func `names what it refuses`(on engine: TestHost.Engine) async throws {
    let refused: [(SQL, StorageError.Code)] = [
      ("insert into things (id, name) values (2, 'a')", .constraint),
      ("insert into things (id, points) values (2, 1000000)", .constraint), ("select nothing from things", .statement),
      ("insert into things (id, name) values (2, \("a\u{0}b"))", .statement), ("select ?", .statement),
      ("select 'open", .statement), ("select * from fieldhouse_scores", .forbidden),
    ]
    try await Shelf.run(on: engine) { host in
      let storage = host.services.storage
      try await storage.write { try await $0.execute("insert into things (id, name) values (1, 'a')") }
      for (sql, code) in refused {
        let error = await #expect(throws: StorageError.self, "\(sql.text)") {
          try await storage.write { try await $0.execute(sql) }
        }
        #expect(error?.code == code && error?.message.isEmpty == false, "\(sql.text): \(error as Any)")
      }
      #expect(try await storage.read { try await $0.query("select id from things") }.count == 1)
    }
  }
}

/// Numbers that a closure leaves behind.
private final class Kept: @unchecked Sendable {
  private(set) var all: [Int] = []
  func add(_ number: Int) { all.append(number) }
}
