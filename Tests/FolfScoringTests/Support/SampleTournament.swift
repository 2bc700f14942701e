import FieldhouseKit
import FieldhouseKitTesting
import Testing

/// A tournament with short words for what its director and its players do.
struct SampleTournament: Sendable {
  static let events = "\(FolfWorld.area)/events"

  let world: FolfWorld
  let director: TestPerson
  let id: String

  var path: String { "\(Self.events)/\(id)" }

  /// A public tournament of one round on two holes of par 3, unless told otherwise.
  init(_ world: FolfWorld, by director: TestPerson, _ more: JSONObject = [:]) async throws {
    var body: JSONObject = [
      "name": "Spring Open", "holes": 2, "startsAt": "2025-08-16T09:00:00Z", "interval": 10, "isPublic": true,
    ]
    for (key, value) in more { body[key] = value }
    let reply = try await world.host.post(Self.events, .object(body), as: director)
    #expect(reply.status == 201, "\(reply.text)")
    (self.world, self.director, id) = (world, director, try #require(reply["event"]?.string))
  }

  /// People come into it by themselves.
  func enter(_ people: TestPerson..., division: String = "MPO", consents: Bool = true) async throws {
    for person in people {
      let body: JSON = ["division": .string(division), "consents": .bool(consents)]
      #expect(try await world.host.put("\(path)/entry", body, as: person).status == 200)
    }
  }

  /// The director writes people without accounts down.
  func write(_ names: String..., division: String = "MPO", pool: String? = nil) async throws {
    for name in names {
      var body: JSONObject = ["name": .string(name), "division": .string(division)]
      body["pool"] = pool.map { .string($0) }
      let reply = try await world.host.post("\(path)/entrants", .object(body), as: director)
      #expect(reply.status == 200, "\(reply.text)")
    }
  }

  /// The board as somebody sees it; as nobody in particular without.
  func board(as person: TestPerson? = nil) async throws -> JSON {
    let reply = try await world.host.get(path, as: person)
    #expect(reply.status == 200, "\(reply.text)")
    return reply.json
  }

  /// A field of the rows of some players, as the director sees them.
  func shown(_ field: String, _ names: String...) async throws -> [JSON?] {
    let rows = try await board(as: director)["rows"]?.array ?? []
    return names.map { name in rows.first { $0["name"]?.string == name }?[field] }
  }

  /// The entrant's id.
  func entrant(_ name: String) async throws -> JSON {
    let found = try await shown("id", name)[0]
    return try #require(found)
  }

  /// Makes the cards of the next round.
  /// - Returns: their rounds, in the order of the tee times.
  @discardableResult
  func makeCards(_ body: JSON = [:]) async throws -> [String] {
    let reply = try await world.host.post("\(path)/rounds", body, as: director)
    #expect(reply.status == 201, "\(reply.text)")
    let cards = try await board(as: director)["cards"]?.array ?? []
    let number = cards.compactMap { $0["number"]?.int }.max()
    return cards.filter { $0["number"]?.int == number }.compactMap { $0["round"]?.string }
  }

  /// The names on each card of a round, in the order of the tee times.
  func groups(of number: Int) async throws -> [[String]] {
    let board = try await board(as: director)
    let names = Dictionary((board["rows"]?.array ?? []).map { ($0["id"], $0["name"]?.string ?? "") }) { one, _ in one }
    let cards = (board["cards"]?.array ?? []).filter { $0["number"]?.int == number }
    return cards.map { ($0["entrants"]?.array ?? []).map { names[$0] ?? "nobody" } }
  }

  /// The director writes rows of a card.
  func fill(_ scores: [String: [Int]], _ round: String) async throws {
    for (name, values) in scores.sorted(by: { $0.key < $1.key }) {
      try await world.fill(values, try await world.row(name, round, as: director), round, as: director)
    }
  }

  /// The director writes rows of a card, and ends it.
  func end(_ round: String, _ scores: [String: [Int]]) async throws {
    try await fill(scores, round)
    #expect(try await world.host.post("\(world.path(round))/finish", as: director).status == 204)
  }

  /// Somebody writes rows of the own card.
  func keep(_ scores: [String: [Int]], _ round: String, as keeper: TestPerson) async throws {
    for (name, values) in scores.sorted(by: { $0.key < $1.key }) {
      let row = try await world.row(name, round, as: keeper)
      let entries = values.enumerated().map { FolfWorld.entry("\(keeper.id)-\(row)-\($0)", row, $0 + 1, $1) }
      #expect(try await world.enter(entries, round, as: keeper)["refused"] == [])
    }
  }

  func submit(_ round: String, as person: TestPerson) async throws -> TestReply {
    try await world.host.post("\(world.path(round))/submission", as: person)
  }
}
