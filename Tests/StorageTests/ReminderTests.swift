internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("Reminders of a namespace", .storageWorld)
struct ReminderTests {
  private let ada = AccountID("ada")
  private let bo = AccountID("bo")
  private let clock = StandingClock()
  /// When the sessions of these tests are.
  private var start: Date { Date(timeIntervalSince1970: 1_755_259_200 + 86_400) }

  private func open(
    _ kind: EngineKind, _ engine: (any StorageEngine)? = nil, names: DeclaredNames? = nil
  ) async throws -> any NamespaceStorage {
    let table = Migration(id: "1", sql: "create table sessions (id text not null primary key)")
    let storage = try await (engine ?? self.engine(kind)).open(
      Namespace(id: "club", migrations: [table], names: names))
    try await storage.migrate()
    return storage
  }

  private func engine(_ kind: EngineKind) throws -> any StorageEngine {
    try StorageWorld.current.engine(kind, now: { [clock] in clock.now })
  }

  private func reminder(
    _ thing: String = "s1", kind: String = "soon", lead: TimeInterval = 7200, for people: AccountID...
  ) -> Reminder {
    Reminder(
      of: thing, at: start, lead: lead, to: people.isEmpty ? [ada] : people, kind: kind, text: "soon.text",
      arguments: ["name": "Hill"], link: "/club/sessions/\(thing)")
  }

  private func set(_ reminder: Reminder, in storage: any NamespaceStorage) async throws {
    try await storage.write { try await $0.reminders.set(reminder) }
  }

  private func carry(_ storage: any NamespaceStorage, _ limit: Int = 100) async throws -> ReminderRound {
    try await storage.carryReminders(due: clock.now, limit: limit)
  }

  /// What was sent, as `kind thing people`.
  private func sent(_ storage: any NamespaceStorage) async throws -> [String] {
    try await storage.pendingEffects(after: 0, limit: 1_000).compactMap { effect in
      guard case .notification(_, let request) = effect else { return nil }
      let thing = request.deduplicationKey?.split(separator: "/", maxSplits: 2).last ?? ""
      return "\(request.kind) \(thing) \(request.recipients.map(\.text).sorted().joined(separator: ","))"
    }
  }

  private func kept(_ storage: any NamespaceStorage, of account: AccountID) async throws -> [KeptReminder] {
    try await storage.reminders(of: account, at: clock.now, after: ReminderPlace(at: 0), limit: 100)
  }

  @Test(arguments: EngineKind.available)
  func `are set with the change that causes them, and rolled back with it`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    await #expect(throws: Deliberate.self) {
      try await storage.write { transaction in
        try await transaction.execute("insert into sessions values ('s1')")
        try await transaction.reminders.set(reminder())
        throw Deliberate()
      }
    }
    #expect(try await storage.nextReminder() == nil)
    try await storage.write { transaction in
      try await transaction.execute("insert into sessions values ('s1')")
      try await transaction.reminders.set(reminder(for: ada, bo, ada))
    }
    #expect(try await storage.nextReminder() == start - 7200)
    #expect(try await kept(storage, of: ada).map(\.due) == [start - 7200])
    await #expect(throws: Deliberate.self) {
      try await storage.write { transaction in
        let count = try await transaction.reminders.cancel("s1")
        #expect(count == 2)
        throw Deliberate()
      }
    }
    #expect(try await kept(storage, of: bo).count == 1)
  }

  /// A simulated clock asks when the next one is due after that alone.
  @Test(arguments: EngineKind.available)
  func `are known to have changed with everything that changes any, once it is there, and with nothing else`(
    on kind: EngineKind
  ) async throws {
    let storage = try await open(kind)
    try await storage.beginFollowingPeople(at: 0)
    var known = storage.reminderChanges
    func expectChange(_ isOne: Bool, _ what: String, _ work: () async throws -> Void) async throws {
      try await work()
      #expect((storage.reminderChanges != known) == isOne, "\(what)")
      known = storage.reminderChanges
    }
    try await expectChange(false, "another change") {
      try await storage.execute("insert into sessions values ('s1')")
      _ = try await storage.nextReminder()
      _ = try await carry(storage)
    }
    for change: @Sendable (any Transaction) async throws -> Void in [
      { try await $0.reminders.set(reminder(for: ada, bo)) },
      { try await $0.reminders.move("s1", to: start + 60) },
      { try await $0.reminders.cancel("s1", of: [bo]) },
      { try await $0.reminders.cancel("s1") },
    ] {
      try await expectChange(true, "a change") { try await storage.write { try await change($0) } }
    }
    try await expectChange(true, "a person who is another's") {
      try await set(reminder(for: ada), in: storage)
      known = storage.reminderChanges
      try await storage.follow(PersonalChange(sequence: 1, work: .merge(ada, into: bo)), nil)
    }
    #expect(try await storage.nextReminder() == start - 7200)
    clock.set(start - 7200)
    try await expectChange(true, "those that are due") {
      let round = try await carry(storage)
      #expect(round.sent == 1)
    }
    try await expectChange(true, "a person who is erased") {
      try await storage.follow(PersonalChange(sequence: 2, work: .erase(bo)), nil)
    }
    // It counts once it is committed: who has asked before asks again.
    let (entered, release) = (Latch(), Latch())
    let changing = Task {
      try await storage.write { transaction in
        try await transaction.reminders.set(reminder("s2"))
        entered.open()
        await release.wait()
      }
    }
    await entered.wait()
    known = storage.reminderChanges
    #expect(try await storage.nextReminder() == nil)
    release.open()
    try await changing.value
    #expect(storage.reminderChanges != known)
  }

  @Test(arguments: EngineKind.available)
  func `are sent once when they are due, to all in one, also after a restart`(on kind: EngineKind) async throws {
    let first = try engine(kind)
    let storage = try await open(kind, first)
    try await set(reminder(for: ada, bo), in: storage)
    clock.set(start - 7201)
    #expect(try await carry(storage) == ReminderRound())
    await first.close()
    let again = try await open(kind)
    #expect(try await carry(again) == ReminderRound())
    clock.set(start - 7200)
    #expect(try await carry(again) == ReminderRound(sent: 2))
    #expect(try await carry(again) == ReminderRound())
    #expect(try await sent(again) == ["soon s1 ada,bo"])
    guard case .notification(_, let request)? = try await again.pendingEffects(after: 0, limit: 1).first else {
      return #expect(Bool(false), "Nothing was sent.")
    }
    #expect(request.arguments == ["name": "Hill"])
    #expect(request.link == "/club/sessions/s1")
    #expect(request.until == start)
    // The plugin says the same again, as plugins do: it has been sent.
    try await set(reminder(for: ada, bo), in: again)
    #expect(try await again.nextReminder() == nil)
  }

  @Test(arguments: EngineKind.available)
  func `are sent once by two hosts that look at the same time`(on kind: EngineKind) async throws {
    let hosts = [try await open(kind), try await open(kind)]
    for number in 0..<40 { try await set(reminder("s\(number)", for: ada, bo), in: hosts[number % 2]) }
    clock.set(start - 60)
    let rounds = try await withThrowingTaskGroup(of: Int.self) { group in
      for host in hosts {
        group.addTask {
          var sum = 0
          while case let round = try await carry(host, 8), round.count > 0 { sum += round.sent }
          return sum
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(rounds == 80)
    let all = try await sent(hosts[0])
    #expect(Set(all).count == all.count)
    let people = all.flatMap { line in
      let parts = line.split(separator: " ")
      return parts[2].split(separator: ",").map { "\(parts[1]) \($0)" }
    }
    #expect(Set(people).count == 80 && people.count == 80)
  }

  @Test(arguments: EngineKind.available)
  func `that a clock has jumped past are carried in batches; those that are of no use any more are not sent`(
    on kind: EngineKind
  ) async throws {
    let storage = try await open(kind)
    for number in 0..<30 { try await set(reminder("s\(number)"), in: storage) }
    var late = reminder("late", lead: 7000)
    late.grace = 3600
    try await set(late, in: storage)
    try await set(reminder("begins", lead: 0), in: storage)
    clock.set(start - 1)
    #expect(try await carry(storage, 25) == ReminderRound(sent: 25))
    // It has begun.
    clock.set(start)
    #expect(try await carry(storage, 25) == ReminderRound(sent: 2, late: 5))
    #expect(try await sent(storage).suffix(2).sorted() == ["soon begins ada", "soon late ada"])
  }

  @Test(arguments: EngineKind.available)
  func `move with their thing, each as long before, and are sent again when that is still ahead`(
    on kind: EngineKind
  ) async throws {
    let storage = try await open(kind)
    try await set(reminder(for: ada, bo), in: storage)
    try await set(reminder(kind: "day", lead: 20_000), in: storage)
    try await set(reminder("other"), in: storage)
    #expect(try await storage.write { try await $0.reminders.move("s1", to: start + 3600) } == 3)
    #expect(try await kept(storage, of: ada).map(\.due) == [start - 7200, start + 3600 - 20_000, start - 3600])
    #expect(try await storage.write { try await $0.reminders.move("s1", kind: "day", to: start) } == 1)
    clock.set(start - 7200)
    _ = try await carry(storage)
    #expect(try await sent(storage).sorted() == ["day s1 ada", "soon other ada"])
    clock.set(start - 3600)
    #expect(try await carry(storage).sent == 2)
    // Its time has passed where it would be due by then: what was sent stays sent.
    _ = try await storage.write { try await $0.reminders.move("s1", kind: "soon", to: start + 60) }
    #expect(try await carry(storage) == ReminderRound())
    _ = try await storage.write { try await $0.reminders.move("s1", kind: "soon", to: start + 86_400) }
    #expect(try await storage.nextReminder() == start + 79_200)
    clock.set(start + 79_200)
    #expect(try await carry(storage).sent == 2)
    #expect(try await sent(storage).count { $0.hasPrefix("soon s1") } == 2)
  }

  @Test(arguments: EngineKind.available)
  func `are cancelled for many at once, each once`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    let people = (0..<80).map { AccountID("p\($0)") }
    for thing in ["s1", "s2"] {
      var one = reminder(thing)
      one.recipients = people
      try await set(one, in: storage)
    }
    let some = Array(people[5..<75]) + [people[7], AccountID("nobody")]
    let counts = try await storage.write { transaction in
      [
        try await transaction.reminders.cancel("s1", kind: "day", of: some),
        try await transaction.reminders.cancel("s1", of: some), try await transaction.reminders.cancel("s1", of: some),
        try await transaction.reminders.cancel("s1", of: []), try await transaction.reminders.cancel("s1"),
        try await transaction.reminders.cancel("s2"),
      ]
    }
    #expect(counts == [0, 70, 0, 0, 10, 80])
  }

  @Test(arguments: EngineKind.available)
  func `are set anew in place of the old, and cancelled for some or for all`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    try await set(reminder(for: ada, bo), in: storage)
    try await set(reminder(lead: 600), in: storage)
    try await set(reminder(kind: "day", lead: 60), in: storage)
    #expect(try await kept(storage, of: ada).map(\.due) == [start - 60, start - 600])
    #expect(try await kept(storage, of: bo).map(\.due) == [start - 7200])
    let counts = try await storage.write { transaction in
      let some = try await transaction.reminders.cancel("s1", of: [bo])
      let day = try await transaction.reminders.cancel("s1", kind: "day", of: nil)
      return [some, day, try await transaction.reminders.cancel("s2")]
    }
    #expect(counts == [1, 1, 0])
    #expect(try await kept(storage, of: bo).isEmpty)
    #expect(try await kept(storage, of: ada).map(\.kind) == ["soon"])
    try await storage.write { try await $0.reminders.cancel("s1") }
    clock.set(start - 1)
    #expect(try await carry(storage) == ReminderRound())
  }

  @Test(arguments: EngineKind.available)
  func `go with who is erased, also where they name somebody, and to whom an account became part of`(
    on kind: EngineKind
  ) async throws {
    let storage = try await open(kind)
    try await storage.beginFollowingPeople(at: 0)
    let (cy, dee) = (AccountID("cy"), AccountID("dee"))
    try await set(reminder(for: ada, bo, cy), in: storage)
    var named = reminder("named", for: bo)
    named.about = [ada, cy]
    try await set(named, in: storage)
    try await storage.follow(PersonalChange(sequence: 1, work: .merge(cy, into: dee)), nil)
    #expect(try await kept(storage, of: cy).isEmpty)
    #expect(try await kept(storage, of: dee).map(\.thing) == ["s1"])
    #expect(try await kept(storage, of: bo).map(\.about) == [[ada, dee], []])
    try await storage.follow(PersonalChange(sequence: 2, work: .merge(dee, into: bo)), nil)
    #expect(try await kept(storage, of: bo).map(\.thing) == ["named", "s1"])
    try await storage.follow(PersonalChange(sequence: 3, work: .erase(ada)), nil)
    #expect(try await kept(storage, of: ada).isEmpty)
    #expect(try await kept(storage, of: bo).map(\.thing) == ["s1"])
    clock.set(start - 60)
    _ = try await carry(storage)
    #expect(try await sent(storage) == ["soon s1 bo"])
  }

  @Test(arguments: EngineKind.available)
  func `are remembered for 30 days and forgotten then`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    try await set(reminder(), in: storage)
    clock.set(start - 60)
    _ = try await carry(storage)
    clock.set(start + 29 * 86_400)
    _ = try await carry(storage)
    #expect(try await storage.write { try await $0.reminders.move("s1", to: start + 40 * 86_400) } == 1)
    _ = try await storage.write { try await $0.reminders.move("s1", to: start) }
    clock.set(start + 31 * 86_400)
    _ = try await carry(storage)
    _ = try await carry(storage)
    clock.set(start + 62 * 86_400)
    _ = try await carry(storage)
    #expect(try await storage.write { try await $0.reminders.move("s1", to: start) } == 0)
  }

  @Test(arguments: EngineKind.available)
  func `are of declared kinds and have things, times and leads that there are`(on kind: EngineKind) async throws {
    let storage = try await open(kind, names: try DeclaredNames(area: "club", notifications: ["soon"]))
    var wrong = Array(repeating: reminder(), count: 7)
    wrong[0].thing = ""
    wrong[1].thing = String(repeating: "x", count: 201)
    wrong[2].lead = -1
    wrong[3].lead = .nan
    wrong[4].grace = 40_000_000
    wrong[5].at = .distantFuture.addingTimeInterval(1e12)
    // A second before the year 0.
    wrong[6].at = Date(timeIntervalSince1970: -62_167_219_201)
    for one in wrong {
      let refused = await #expect(throws: Problem.self) { try await set(one, in: storage) }
      #expect(refused?.code == "reminder-malformed")
    }
    let unknown = await #expect(throws: Problem.self) { try await set(reminder(kind: "day"), in: storage) }
    #expect(unknown?.code == "notification-unknown")
    var long = reminder(String(repeating: "é", count: 200))
    long.thing += ""
    try await set(long, in: storage)
    #expect(try await kept(storage, of: ada).count == 1)
  }

  @Test(arguments: EngineKind.available)
  func `of a kind that is not declared any more are not sent`(on kind: EngineKind) async throws {
    let first = try engine(kind)
    try await set(reminder(), in: try await open(kind, first))
    await first.close()
    let storage = try await open(kind, names: try DeclaredNames(area: "club", notifications: ["other"]))
    clock.set(start - 60)
    #expect(try await carry(storage) == ReminderRound(undeclared: 1))
    #expect(try await sent(storage).isEmpty)
  }

  @Test(arguments: EngineKind.available)
  func `of a person are read page by page, by the times of the things`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    for number in 0..<9 {
      var one = reminder("s\(number)", kind: number % 2 == 0 ? "soon" : "day")
      one.at = start + Double(number / 3) * 3600
      try await set(one, in: storage)
    }
    var (things, place): ([String], ReminderPlace?) = ([], ReminderPlace(at: 0))
    while let after = place {
      let page = try await storage.reminders(of: ada, at: clock.now, after: after, limit: 2)
      things += page.map(\.thing)
      place = page.last.map { ReminderPlace(at: $0.at.millisecondsSince1970, thing: $0.thing, kind: $0.kind) }
    }
    #expect(things == (0..<9).map { "s\($0)" })
    #expect(try await storage.reminders(of: ada, at: start, after: ReminderPlace(at: 0), limit: 9).count == 6)
  }
}
