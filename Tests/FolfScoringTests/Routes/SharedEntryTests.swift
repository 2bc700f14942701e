import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FolfScoring

@Suite struct `Scores that several enter at the same time` {
  /// A card of a pair that is played alike.
  private struct Copy: Sendable {
    let round: String
    let rows: [String]
    let watcher: LiveWatcher
  }

  /// A card of which one copy has its scores from sets, and the other one after the other.
  private struct Pair: Sendable {
    let shared: Copy
    let single: Copy
  }

  private enum End: Equatable {
    case version(Int)
    case problem(String)
  }

  /// A score before it is known on which of two copies it comes.
  private struct Choice {
    let card: Int
    /// One beyond the last is nobody's.
    let row: Int
    let entry: Entry
    let author: AccountID
    let now: Date

    func entered(_ copy: Copy) -> Entered {
      let player = row < copy.rows.count ? copy.rows[row] : "nobody"
      let place = CellPlace(player: player, hole: entry.place.hole, mark: entry.place.mark)
      return Entered(
        round: copy.round,
        entry: Entry(
          id: entry.id, place: place, value: entry.value, base: entry.base, author: author.text, device: entry.device,
          enteredAt: entry.enteredAt, more: entry.more), author: author, now: now)
    }
  }

  /// Everything that is kept of a card, in words that are the same of both copies.
  private func kept(_ copy: Copy, _ world: FolfWorld) async throws -> [String] {
    try await world.host.services.storage.read { transaction in
      let round = try await transaction.query(
        "select version, touched_at from rounds where id = \(copy.round)")[0]
      let players = try await transaction.query(
        """
        select id, name, place, throws, to_par, holes, is_complete, is_out, line, tee from players
        where round = \(copy.round) order by place
        """)
      let entries = try await EntryStore.entries(of: copy.round, in: transaction)
      return ["\(round.values)"] + players.map { "\($0.values.dropFirst())" }
        + entries.map { stored in
          let (entry, place) = (stored.entry, stored.entry.place)
          let row = copy.rows.firstIndex(of: place.player).map(String.init) ?? "?"
          let cell = "\(row) \(place.hole) \(place.mark) \(entry.value) \(entry.more) \(entry.base.sorted())"
          return "\(stored.version) \(entry.id) \(cell) \(entry.author ?? "") \(entry.device) \(entry.enteredAt)"
        }
    }
  }

  private func told(_ copy: Copy) -> [String] {
    copy.watcher.events.map { event in
      let cells = (event.data["cells"]?.array ?? []).map { cell in
        let row = copy.rows.firstIndex { .string($0) == cell["player"] } ?? -1
        return "\(row) \(cell["hole"]?.int ?? -1)"
      }
      return "\(event.name) \(event.data["version"]?.int ?? -1) \(cells)"
    }
  }

  /// What is wrong: of what was sent, where it is that.
  private func code(of problem: Problem) -> String { problem.errors.first?.code ?? problem.code }

  private func alone(_ entered: Entered, _ storage: any Storage) async throws -> End {
    do {
      return .version(try await storage.write { try await EntryStore.take(entered, in: $0) }.version)
    } catch let problem as Problem {
      return .problem(code(of: problem))
    }
  }

  /// What becomes of some in one transaction; nil of those that go alone.
  private func together(_ entered: [Entered], _ storage: any Storage) async throws -> [End?] {
    let outcomes = try await storage.write { try await EntryStore.take(entered, in: $0) }
    #expect(outcomes.count == entered.count)
    return try outcomes.map { outcome in
      switch outcome {
      case .answer(let answer): .version(answer.version)
      case .refusal(let error): .problem(code(of: try #require(error as? Problem)))
      case .alone: nil
      }
    }
  }

  /// Nine holes, of which every other one has a white tee with another par.
  private func course(_ world: FolfWorld, by person: TestPerson) async throws -> JSON {
    let holes = (1...9).map { number -> JSON in
      number % 2 == 0
        ? ["number": .integer(Int64(number)), "par": 4]
        : ["number": .integer(Int64(number)), "par": 3, "tees": [["colour": "white", "par": 5]]]
    }
    let content: JSON = ["name": "Woods", "layouts": [["name": "Main", "holes": .array(holes)]]]
    return try await world.host.post("\(FolfWorld.area)/courses", content, as: person)["id"] ?? .null
  }

  private func copy(_ number: Int, _ course: JSON, _ world: FolfWorld, _ ada: TestPerson, _ bob: TestPerson)
    async throws -> Copy
  {
    let round = try await world.opened(by: ada, course: course)
    let path = world.path(round)
    let code = try await world.card(round, as: ada)["code"] ?? .null
    #expect(try await world.host.post("\(FolfWorld.area)/rounds/join", ["code": code], as: bob).status == 200)
    #expect(try await world.host.post("\(path)/guests", ["name": "Mo"], as: ada).status == 204)
    // On the card of number 4 two throw together; that of number 5 never begins.
    if number == 4 {
      for name in ["Ada", "Mo"] {
        let row = try await world.row(name, round, as: ada)
        #expect(try await world.host.put("\(path)/players/\(row)", ["team": 1], as: ada).status == 200)
      }
      let games: JSON = ["games": [["kind": "stroke"]], "format": "best-shot"]
      #expect(try await world.host.put("\(path)/games", games, as: ada).status == 200)
    }
    if number != 5 { #expect(try await world.host.post("\(path)/start", as: ada).status == 204) }
    if number == 6 {
      // On that of number 6 each keeps a card of the own.
      let isIndependent: SQL = "update rounds set is_independent = 1 where id = \(round)"
      try await world.host.services.storage.write { _ = try await $0.execute(isIndependent) }
    }
    if number == 7 { #expect(try await world.host.post("\(path)/finish", as: ada).status == 204) }
    let rows = (try await world.card(round, as: ada)["players"]?.array ?? []).compactMap { $0["id"]?.string }
    if number == 0 {
      let many = (0..<99).map { FolfWorld.entry("many-\($0)", rows[0], 3, 3) }
      #expect(try await world.enter(many, round, as: ada)["refused"] == [])
    }
    return Copy(
      round: round, rows: rows, watcher: try await world.host.watch("folf-scoring/rounds/\(round)", as: bob))
  }

  private func choice(
    _ pairs: [Pair], _ known: [[Entry]], _ people: [TestPerson], _ now: Date, _ random: inout SeededRandom
  ) -> Choice {
    func one<Value>(_ values: [Value]) -> Value { values[random.next(below: values.count)] }
    let (card, author) = (one([0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7]), one(people).id)
    let now = now.addingTimeInterval(Double(random.next(below: 5)))
    // At times the same once more.
    if random.next(below: 8) == 0, !known[card].isEmpty {
      let entry = one(known[card])
      let row = pairs[card].shared.rows.firstIndex(of: entry.place.player) ?? 3
      return Choice(card: card, row: row, entry: entry, author: author, now: now)
    }
    // Mostly the cells of one row and few holes, so that they fill up.
    let (row, hole) = (one([0, 0, 0, 1, 2, 3]), one([0, 1, 3, 3, 3, 5, 9, 10]))
    let mark = one([Mark.throwing, .throwing, .throwing, .throwing, .penalties, .putts, .disc, .bingo])
    let place = CellPlace(player: row < 3 ? pairs[card].shared.rows[row] : "nobody", hole: hole, mark: mark)
    let shown = random.next(below: 4) > 0 ? Cell(known[card].filter { $0.place == place }).current.map(\.id) : []
    let value = random.next(below: hole == 0 ? 2 : 7)
    let more = mark == .disc && value > 0 ? (0..<random.next(below: 3)).map { $0 + 1 } : []
    return Choice(
      card: card, row: row,
      entry: Entry(
        id: "id-\(random.next(below: 400))", place: place, value: value, base: Set(shown), author: nil,
        device: "d\(row)", enteredAt: now.addingTimeInterval(-Double(random.next(below: 600))), more: more),
      author: author, now: now)
  }

  @Test(arguments: TestHost.Engine.available)
  func `come to the same as one after the other`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      let (course, storage) = (try await course(world, by: ada), world.host.services.storage)
      var pairs: [Pair] = []
      for number in 0..<8 {
        pairs.append(
          Pair(
            shared: try await copy(number, course, world, ada, bob),
            single: try await copy(number, course, world, ada, bob)))
      }
      var (random, went, refusals) = (SeededRandom(seed: 21), 0, [String: Int]())
      for step in 0..<60 {
        var known: [[Entry]] = []
        for pair in pairs {
          known.append(
            try await storage.read { try await EntryStore.entries(of: pair.shared.round, in: $0).map(\.entry) })
        }
        let now = world.host.clock.now
        let count = [2, 4, 8, 8, 16][random.next(below: 5)]
        let choices = (0..<count).map { _ in choice(pairs, known, [ada, bob], now, &random) }
        let ends = try await together(choices.map { $0.entered(pairs[$0.card].shared) }, storage)
        went += ends.count { $0 != nil }
        for (choice, end) in zip(choices, ends) where end != nil {
          #expect(try await alone(choice.entered(pairs[choice.card].single), storage) == end, "step \(step)")
        }
        for (choice, end) in zip(choices, ends) where end == nil {
          let end = try await alone(choice.entered(pairs[choice.card].shared), storage)
          #expect(try await alone(choice.entered(pairs[choice.card].single), storage) == end, "step \(step)")
          if case .problem(let code) = end { refusals[code, default: 0] += 1 }
        }
        for pair in pairs {
          #expect(try await kept(pair.shared, world) == (try await kept(pair.single, world)), "step \(step)")
        }
        try await change(pairs[random.next(below: 4)], step, storage)
        try await world.host.clock.advance(by: .seconds(20))
      }
      try await world.host.settled()
      for pair in pairs {
        #expect(told(pair.shared) == told(pair.single))
        await pair.shared.watcher.end()
        await pair.single.watcher.end()
      }
      #expect(told(pairs[0].shared).count > 20 && told(pairs[5].shared).isEmpty)
      #expect(went > 60, "\(went) went together")
      let expected = [
        "cell-full", "entry-differs", "hole-unknown", "player-unknown", "round-not-started", "value-range",
      ]
      #expect(Set(refusals.keys).isSuperset(of: expected), "\(refusals)")
    }
  }

  /// What happens to a row besides: somebody comes onto it and throws from another tee, and rows of old cards have entries without
  /// anything that is kept beside them.
  private func change(_ pair: Pair, _ step: Int, _ storage: any Storage) async throws {
    for copy in [pair.shared, pair.single] {
      let row = copy.rows[step % 3]
      let change: SQL =
        step % 5 == 0
        ? "update players set line = '' where id = \(row)"
        : "update players set tee = \(step % 2 == 0 ? "white" : "red") where id = \(row)"
      try await storage.write { _ = try await $0.execute(change) }
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `are all on their cards, each answered with the version that has it`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      var cards: [(round: String, rows: [String], people: [TestPerson], watcher: LiveWatcher)] = []
      for number in 0..<12 {
        let people = [try await world.host.person("P\(number)x0"), try await world.host.person("P\(number)x1")]
        let round = try await world.started(people[0], people[1])
        let rows = (try await world.card(round, as: people[0])["players"]?.array ?? []).compactMap { $0["id"]?.string }
        let watcher = try await world.host.watch("folf-scoring/rounds/\(round)", as: people[1])
        cards.append((round, rows, people, watcher))
      }
      for hole in 1...4 {
        let versions = try await withThrowingTaskGroup(of: (Int, Int?).self) { group in
          for (number, card) in cards.enumerated() {
            for (row, person) in zip(card.rows, card.people) {
              let body: JSON = [
                "device": "phone", "player": .string(row), "hole": .integer(Int64(hole)),
                "value": .integer(Int64(hole + 1)),
              ]
              group.addTask {
                // Phones keep what a host has no time for, and send it again.
                var reply: TestReply
                repeat {
                  reply = try await world.host.put(
                    "\(world.path(card.round))/entries/\(row)-\(hole)", body, as: person)
                } while reply.status == 503
                #expect(reply.status == 200, "\(reply.text)")
                return (number, reply["version"]?.int)
              }
            }
          }
          return try await group.reduce(into: [Int: [Int?]]()) { $0[$1.0, default: []].append($1.1) }
        }
        let first = try #require(versions[0]?.compactMap { $0 }.min())
        for number in cards.indices {
          #expect(Set(versions[number] ?? []) == [first, first + 1], "one has come before the other")
        }
      }
      try await world.host.settled()
      for card in cards {
        let read = try await world.card(card.round, as: card.people[0])
        #expect(read["players"]?.array?.map { $0["throwCount"] } == [14, 14])
        let told = card.watcher.events.map { $0.data["version"]?.int ?? 0 }
        #expect(told.count == 8 && told == told.sorted() && told.last == read["version"]?.int)
        await card.watcher.end()
      }
    }
  }
}
