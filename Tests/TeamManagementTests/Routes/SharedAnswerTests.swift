import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import TeamManagement

@Suite struct `What several people answer at once` {
  private enum End: Equatable {
    case answer(String, note: String, position: Int?)
    case problem(String)

    init(_ mine: MyAnswer) { self = .answer(mine.reply.rawValue, note: mine.note, position: mine.position) }
  }

  /// A team with events, of which there is another one with the same people and as many events.
  private struct Twin {
    let team: String
    let events: [String]
    let plugin: TeamManagement
    let watcher: LiveWatcher

    func given(_ says: Says) -> GivenAnswer {
      GivenAnswer(
        answer: TeamManagement.NewAnswer(
          reply: .init(rawValue: says.reply) ?? .no, note: says.note, of: says.account, by: nil),
        event: says.event < events.count ? events[says.event] : "none", team: team, now: says.now)
    }

    /// What one says alone.
    func alone(_ says: Says) async throws -> End {
      do {
        let given = given(says)
        return End(
          try await plugin.host.storage.write { [plugin] transaction in
            try await plugin.answer(given, in: transaction)
          })
      } catch let problem as Problem {
        return .problem(problem.code)
      }
    }

    /// What all say in one transaction, with the places of those who had to go alone.
    func together(_ says: [Says]) async throws -> (ends: [Int: End], alone: [Int]) {
      let given = says.map(self.given)
      let outcomes = try await plugin.host.storage.write { [plugin] transaction in
        try await plugin.answer(given, in: transaction)
      }
      #expect(outcomes.count == says.count)
      var (ends, alone): ([Int: End], [Int]) = ([:], [])
      for (place, outcome) in outcomes.enumerated() {
        switch outcome {
        case .answer(let mine): ends[place] = End(mine)
        case .refusal(let error): ends[place] = .problem(try #require(error as? Problem).code)
        case .alone: alone.append(place)
        }
      }
      for place in alone { ends[place] = try await self.alone(says[place]) }
      return (ends, alone)
    }

    /// What is kept of the answers, with the number of each event in place of its id.
    func kept() async throws -> [String] {
      try await plugin.host.storage.read { transaction in
        var lines: [String] = []
        for (number, event) in events.enumerated() {
          let row = try #require(try await transaction.first("select answer_count from events where id = \(event)"))
          lines.append("\(number): \(try row["answer_count"] as Int)")
          for answer in try await AnswerStore.answers(to: event, in: transaction) {
            lines.append(
              """
              \(number) \(answer.account) \(answer.reply) \(answer.note) \(answer.place) \(answer.answeredAt) \
              \(answer.by?.text ?? "")
              """
            )
          }
        }
        return lines
      }
    }

    /// The numbers of the events of which those who watch have heard that somebody has answered.
    var heard: [Int] {
      watcher.events.filter { $0.name == "answers" }.compactMap { event in
        events.firstIndex { event.data["event"]?.string == $0 }
      }
    }

    /// The number of the event to which a link leads; nil for one of another team.
    func number(_ link: String?) -> Int? { events.firstIndex { "/team-management/teams/\(team)/events/\($0)" == link } }
  }

  private struct Says {
    let account: Account
    let event: Int
    let reply: String
    let note: String
    let now: Date
  }

  /// Events of every kind that answers tell apart: the first two are for all, of the third and fourth only two and three have a place.
  private static let plans: [JSONObject] = [
    [:], ["title": "Party"], ["title": "Bus", "capacity": 2], ["title": "Boat", "capacity": 3],
    ["title": "Match", "capacity": 3, "roles": [["name": "Goal", "count": 1]]], ["title": "Bar", "hasAlcohol": true],
    // Answers end at 12:08 of the first day.
    ["title": "Soon", "deadlineMinutes": 26_152], ["title": "Off"],
  ]

  private func twin(_ world: TeamWorld, of ada: TestPerson, _ people: [TestPerson]) async throws -> Twin {
    let team = try await world.team(of: ada)
    for person in people { try await world.add(person, to: team, by: ada) }
    #expect(try await world.place("Goal", of: people[0], in: team, by: ada).status == 204)
    var events: [String] = []
    for plan in Self.plans { events.append(try await world.event(team, by: ada, plan)) }
    let off: JSONObject = ["title": "Off", "isCancelled": true]
    #expect(try await world.change(events[7], of: team, off, by: ada)["changed"] == 1)
    let watcher = try await world.host.watch("team-management/teams/\(team)", as: people[0])
    return Twin(team: team, events: events, plugin: try TeamManagement(host: world.host.services), watcher: watcher)
  }

  @Test(.tags(.tm56, .tm62), arguments: TestHost.Engine.available)
  func `comes to the same as one after the other`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      var people: [TestPerson] = []
      for number in 0..<7 { people.append(try await host.person("Bob \(number)")) }
      let (ada, eve) = (try await host.person("Ada"), try await host.person("Eve"))
      let (shared, single) = (try await twin(world, of: ada, people), try await twin(world, of: ada, people))
      var accounts: [Account] = []
      for person in people + [ada, eve] {
        accounts.append(try #require(try await host.services.authentication.account(person.id)))
      }
      var (numbers, went, refused) = (SeededRandom(seed: 62), 0, 0)
      var live: (shared: [Int], single: [Int]) = ([], [])
      for round in 0..<16 {
        let now = host.clock.now
        let says = (0..<16).map { place in
          Says(
            account: accounts.randomElement(using: &numbers) ?? accounts[0],
            event: [0, 0, 1, 2, 2, 2, 3, 3, 4, 5, 6, 7, 8].randomElement(using: &numbers) ?? 0,
            reply: ["yes", "yes", "no", "maybe"].randomElement(using: &numbers) ?? "yes",
            note: Int.random(in: 0..<3, using: &numbers) == 0 ? "\(round) \(place)" : "", now: now)
        }
        let (ends, alone) = try await shared.together(says)
        // Those who go alone come behind the others.
        for place in says.indices.filter({ !alone.contains($0) }) + alone {
          #expect(
            try await single.alone(says[place]) == ends[place],
            "\(says[place].account.name) \(says[place].reply) to \(says[place].event) in round \(round)")
        }
        #expect(try await shared.kept() == (try await single.kept()), "round \(round)")
        func answered(_ place: Int) -> Int? {
          if case .problem? = ends[place] { nil } else { says[place].event }
        }
        let together = says.indices.filter { !alone.contains($0) }.compactMap(answered)
        live.single += together + alone.compactMap(answered)
        for event in together.indices where !together[..<event].contains(together[event]) {
          live.shared.append(together[event])
        }
        live.shared += alone.compactMap(answered)
        (went, refused) = (
          went + says.count - alone.count,
          refused + ends.values.count { if case .problem = $0 { true } else { false } }
        )
        try await host.clock.advance(by: .seconds(60))
      }
      #expect(went > 120 && refused > 20, "\(went) went together, \(refused) were refused")
      try await expectSame(shared, single, people + [ada], host)
      // Those who watch hear once of each event that a set is about.
      #expect(shared.heard == live.shared && single.heard == live.single)
      #expect(live.shared.count > 50 && live.shared.count < live.single.count)
    }
  }

  /// The items of all pages.
  private func everything(_ path: String, as person: TestPerson, _ host: TestHost) async throws -> [JSON] {
    try await host.settled()
    var (items, after): ([JSON], String?) = ([], nil)
    repeat {
      let reply = try await host.get("\(path)?limit=100\(after.map { "&after=\($0)" } ?? "")", as: person)
      #expect(reply.status == 200, "\(reply.text)")
      items += reply.items
      after = reply["next"]?.string?.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
    } while after != nil
    return items
  }

  /// Whoever is told of something or reminded has the same of both.
  private func expectSame(
    _ shared: Twin, _ single: Twin, _ people: [TestPerson], _ host: TestHost
  ) async throws {
    try await host.settled()
    var (told, reminded) = (0, 0)
    for person in people {
      let items = try await everything("/v1/me/notifications", as: person, host)
      func texts(_ twin: Twin) -> [String] {
        items.compactMap { item in
          twin.number(item["link"]?.string).map { "\($0) \(item["text"]?.string ?? "")" }
        }.sorted()
      }
      #expect(texts(shared) == texts(single))
      told += texts(shared).count { $0.contains("is yours") || $0.contains("Bob") }
      let reminders = try await everything("/v1/me/reminders", as: person, host)
      func numbers(_ twin: Twin) -> [Int] { reminders.compactMap { twin.number($0["link"]?.string) }.sorted() }
      #expect(numbers(shared) == numbers(single))
      reminded += numbers(shared).count
    }
    #expect(told > 60 && reminded > 5, "\(told) are told, \(reminded) reminded")
  }

  @Test(arguments: TestHost.Engine.available)
  func `over the interface is all there, each with the own answer`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let ada = try await world.host.person("Ada")
      let team = try await world.team(of: ada)
      var people: [TestPerson] = []
      for number in 0..<20 {
        people.append(try await world.host.person("Bob \(number)"))
        try await world.add(people[number], to: team, by: ada)
      }
      let events = [try await world.event(team, by: ada), try await world.event(team, by: ada, ["title": "Party"])]
      for round in 1...3 {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for (number, person) in people.enumerated() {
            group.addTask {
              let reply: JSON = (number + round) % 2 == 0 ? "yes" : "no"
              let note = JSON.string("\(number) \(round)")
              let told = try await world.answer(reply, events[number % 2], of: team, as: person, note: note)
              #expect(told.status == 200 && told["reply"] == reply && told["note"] == note, "\(told.text)")
            }
          }
          try await group.waitForAll()
        }
      }
      for (place, event) in events.enumerated() {
        let items = try await world.host.get(world.path(team, "/events/\(event)/answers"), as: ada).items
        let notes = items.filter { $0["reply"] != "pending" }.compactMap { $0["note"]?.string }
        #expect(notes.sorted() == (0..<20).filter { $0 % 2 == place }.map { "\($0) 3" }.sorted())
      }
      let links = people.indices.filter { ($0 + 3) % 2 == 0 }
      for (number, person) in people.enumerated() {
        let expected: Set<String> = links.contains(number) ? [world.page(events[number % 2], of: team)] : []
        #expect(try await world.reminders(of: person) == expected)
      }
      let texts = try await everything("/v1/me/notifications", as: ada, world.host).compactMap { $0["text"]?.string }
      #expect(texts.count { $0.contains("comes to") || $0.contains("does not come to") } == 60)
    }
  }
}
