internal import CPQ
internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("G4: a restore that is killed", .storageWorld)
struct RestoreKillTests {
  private static let kills = Guarantee.size(20, full: 200)
  /// So many changes before its end everything is switched: half of the kills are there.
  private static let switching = 60

  @Test(arguments: EngineKind.available)
  func `leaves everything as it was before or as it is after, and never a mixture`(on kind: EngineKind) async throws {
    let (club, file, now, old) = try await self.club(kind)
    let killer = try KillPoint()
    let (changes, code) = try await killer.count(try command("restore", club, file))
    try #require(code == 0 && changes > Self.switching)
    #expect(try await club.contents() == old)
    try await club.undo()
    #expect(try await club.contents() == now)
    var random = SeededRandom(seed: 4)
    var (kept, restored) = (0, 0)
    for number in 0..<Self.kills {
      let start = number % 2 == 0 ? 0 : changes - Self.switching
      let point = start + 1 + random.next(below: changes - start)
      let code = try await killer.run(try command("restore", club, file), at: point)
      #expect([0, 137].contains(code), "\(point) of \(changes)")
      try await club.settle()
      let contents = try await club.contents()
      #expect(contents == now || contents == old, "killed at \(point) of \(changes): \(contents)")
      try expectTidy(club)
      if contents == now { kept += 1 } else { restored += 1 }
      if contents != now { try await club.undo() }
      #expect(try await club.contents() == now)
      _ = try await club.run { try await $0.forgetKept() }
      Guarantee.progress("G4", number + 1, of: Self.kills)
    }
    #expect(kept > 0 && restored > 0)
    Guarantee.report(
      "G4",
      "\(kind): \(Self.kills) restores killed among \(changes) changes, \(kept) as before, \(restored) as after, 0 mixed"
    )
  }

  @Test(arguments: EngineKind.available)
  func `while it is undone leaves no mixture either`(on kind: EngineKind) async throws {
    let (club, file, now, old) = try await self.club(kind)
    let killer = try KillPoint()
    try await club.restore(file)
    let (changes, code) = try await killer.count(try command("undo", club, nil))
    try #require(code == 0 && changes > 0)
    var (undone, restored) = (0, 0)
    for number in 0..<Guarantee.size(8, full: 60) {
      if try await club.contents() == now { try await club.undo() }
      #expect(try await club.contents() == old)
      _ = try await killer.run(try command("undo", club, nil), at: 1 + (number * 37) % changes)
      try await club.settle()
      let contents = try await club.contents()
      #expect(contents == now || contents == old, "\(contents)")
      if contents == now { undone += 1 } else { restored += 1 }
    }
    #expect(undone + restored == Guarantee.size(8, full: 60))
  }

  @Test func `is carried on by the next restore, too`() async throws {
    let (club, file, now, old) = try await self.club(.sqlite)
    let present = try await club.backUp("now")
    let killer = try KillPoint()
    let (changes, _) = try await killer.count(try command("restore", club, file))
    for point in stride(from: changes - 30, to: changes, by: 7) {
      try await club.restore(present)
      #expect(try await club.contents() == now)
      _ = try await killer.run(try command("restore", club, file), at: point)
      try await club.restore(file)
      #expect(try await club.contents() == old)
      try expectTidy(club)
    }
  }

  @Test(.enabled(if: EngineKind.available.contains(.postgresql)))
  func `leaves nothing that the server only does afterwards`() async throws {
    let club = try ClubFolder(.postgresql)
    try await club.fill("now", rows: 10)
    let staged = "\(club.world.prefix)new0a1b2c3d"
    let connection = PQconnectdb(try TestPostgreSQL.address())
    defer { PQfinish(connection) }
    PQclear(PQexec(connection, "set application_name = 'fieldhouse/\(staged)'"))
    // What the restore has sent last is on its way when its process has been killed already.
    try #require(PQsendQuery(connection, "select pg_sleep(2); create schema \"\(staged)_club\"") == 1)
    try DurableFiles.makeFolder("\(club.path)/\(RestoreJournal.staging)")
    try await club.settle()
    while let result = PQgetResult(connection) { PQclear(result) }
    try expectTidy(club)
  }

  private func club(_ kind: EngineKind) async throws -> (ClubFolder, String, now: [String], old: [String]) {
    let file = StorageWorld.current.directory + "-old"
    let old = try await StorageWorld.another { world in
      let before = try ClubFolder(.sqlite, world)
      try await before.fill("old", rows: 40)
      try FileManager.default.moveItem(atPath: try await before.backUp(), toPath: file)
      return try await before.contents()
    }
    let club = try ClubFolder(kind)
    try await club.fill("now", rows: 50)
    return (club, file, try await club.contents(), old)
  }

  private func command(_ name: String, _ club: ClubFolder, _ file: String?) throws -> [String] {
    let place =
      club.kind == .sqlite ? ["sqlite", club.path] : ["postgresql", try TestPostgreSQL.address(), club.world.prefix]
    return [name] + place + [club.path] + (file.map { [$0] } ?? [])
  }

  private func expectTidy(_ club: ClubFolder) throws {
    #expect(DurableFiles.names(in: club.path).allSatisfy { !$0.hasPrefix(".") && $0 != "restore.pending" })
    guard club.kind == .postgresql else { return }
    let address = try TestPostgreSQL.address()
    for kind in ["new", "mark", "void"] {
      let query = "select 1 from pg_namespace where starts_with(nspname, '\(club.world.prefix)\(kind)')"
      #expect(Superuser(address).run(query) == [])
    }
  }
}
