internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation

@testable internal import FieldhouseStorage

/// A seeded run of operations of every kind, whose answers do not depend on the engine.
struct OperationScript {
  static let migration = """
    create table clubs (id integer not null primary key, name text not null unique, founded integer);
    create table members (
      id integer not null primary key, club integer not null references clubs (id) on delete cascade,
      name text not null, points real not null default 0, note text, photo blob, check (points > -1000000));
    create index members_by_club on members (club, name);
    create view strong as select club, count(*) as n from members where points >= 50 group by club;
    """
  static let boards = [
    BoardDeclaration(
      id: "points", title: "Points", tieBreaks: [.init(column: "a"), .init(column: "b", order: .ascending)]),
    BoardDeclaration(id: "total", title: "Total", operator: .sum, seasons: .init("monthly")),
    BoardDeclaration(id: "form", title: "Form", order: .ascending, operator: .latest),
  ]

  private var random: SeededRandom
  private var nextID = 1
  private(set) var transcript: [JSON] = []

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// Runs that many operations and returns what each answered, as JSON text.
  static func run(_ operations: Int, seed: UInt64, on storage: any NamespaceStorage) async throws -> String {
    var script = OperationScript(seed: seed)
    for _ in 0..<operations { try await script.step(on: storage) }
    try await script.dump(storage)
    return JSON.array(script.transcript).serialized(sortedKeys: true)
  }

  private mutating func step(on storage: any NamespaceStorage) async throws {
    let kind = random.next(below: 20)
    let statements = makeStatements(kind)
    let change = makeChange()
    let fails = random.next(below: 25) == 0
    do {
      switch kind {
      case 0..<12:
        let answers = try await storage.write { transaction in
          var answers: [JSON] = []
          for sql in statements { answers.append(.array(try await transaction.query(sql).map(\.json))) }
          if kind % 3 == 0 { try await transaction.submit(change) }
          if kind % 4 == 0 { try await transaction.emit(Event(name: "club.changed", payload: .integer(change.score))) }
          if fails { throw Deliberate() }
          return answers
        }
        transcript.append(.array(answers))
      case 12:
        let key = IdempotencyKey(account: "a", route: "r", key: "\(random.next(below: 30))")
        let reply = try await storage.writeOnce(key, fingerprint: "\(change.score % 2)") { transaction in
          try await transaction.submit(change)
          return StoredReply(status: 200, contentType: "text/plain", body: Array("\(change.score)".utf8))
        }
        transcript.append([
          "body": .string(String(decoding: reply.body, as: UTF8.self)), "again": .bool(reply.isRepetition),
        ])
      default:
        let answers = try await storage.read { reading in
          var answers: [JSON] = []
          for sql in statements { answers.append(.array(try await reading.query(sql).map(\.json))) }
          return answers
        }
        transcript.append(.array(answers))
      }
    } catch {
      transcript.append(.string(Self.name(of: error)))
    }
  }

  private static func name(of error: any Error) -> String {
    switch error {
    case let error as StorageError: error.code.name
    case let error as IdempotencyConflict: error.code
    default: "\(type(of: error))"
    }
  }

  private mutating func makeStatements(_ kind: Int) -> [SQL] {
    let club = random.next(below: 20)
    let member = random.next(below: max(1, nextID))
    switch kind {
    case 0, 1: return [insertClub(club)]
    case 2...6: return (0...random.next(below: 3)).map { _ in insertMember(club) }
    case 7:
      return [
        "update members set points = points + \(random.real()), note = \(random.text()) where id = \(member) returning id, points"
      ]
    case 8:
      return [
        "update members set club = \(club) where id % 7 = \(member % 7) and club > \(club)",
        "select id from members where club = \(club) order by id",
      ]
    case 9: return ["delete from members where id = \(member) returning name", "select count(*) as n from members"]
    case 10:
      return ["delete from clubs where id = \(club) and id % 5 = 0 returning id", "select count(*) as n from members"]
    case 11: return ["update members set points = points - 3 * 1000000.0 where id = \(member) returning id"]
    case 13: return ["select * from members where club = \(club) order by name, id limit 20"]
    case 14:
      return [
        "select club, count(*) as n, sum(id) as ids, min(name) as first, max(points) as best from members group by club order by club"
      ]
    case 15:
      return [
        "select c.name, m.name as member from clubs c left join members m on m.club = c.id and m.id > \(member) order by c.id, m.id nulls first limit 15"
      ]
    case 16:
      return [
        "select id, row_number() over (partition by club order by points desc, id) as place from members order by id limit 30"
      ]
    case 17:
      return [
        "select name, length(name) as n, upper(substr(name, 1, 2)) as short, coalesce(note, '-') as note, note is null as no from members where name like 'M%' order by id desc limit 10"
      ]
    case 18:
      return [
        "select club, n from strong order by n desc, club",
        "select id from members where id in (\(list: [member, member + 1, club])) order by id",
      ]
    default:
      return [
        "with t (a, b) as (values (\(member), \(random.text())), (\(club), null)) select a, b, a * 2 - 1 as c, a / 3 as d, a % 4 as e from t order by a, b nulls last"
      ]
    }
  }

  private mutating func insertClub(_ id: Int) -> SQL {
    """
    insert into clubs (id, name, founded) values (\(id), \("Club \(id % 17)"), \(random.next(below: 3) == 0 ? nil : 1900 + id))
    on conflict (id) do update set founded = excluded.founded returning id, name, founded
    """
  }

  private mutating func insertMember(_ club: Int) -> SQL {
    nextID += 1
    let photo: [UInt8]? =
      random.next(below: 3) == 0 ? (0..<random.next(below: 9)).map { _ in UInt8(random.next(below: 256)) } : nil
    return """
      insert into members (id, club, name, points, note, photo)
      values (\(nextID), \(club), \("M\(random.text())"), \(random.real()), \(random.text()), \(photo)) returning id, club, points
      """
  }

  private mutating func makeChange() -> ScoreChange {
    let board = Self.boards[random.next(below: 3)]
    return ScoreChange(
      board: board.id, account: AccountID("a\(random.next(below: 40))"), score: Int64(random.next(below: 200)) - 100,
      achievedAt: Date(millisecondsSince1970: Int64(random.next(below: 200)) * 86_400_000),
      partitions: random.next(below: 2) == 0 ? [""] : ["", "p\(random.next(below: 3))"],
      tieBreaks: board.tieBreaks.map { _ in Int64(random.next(below: 3)) },
      details: random.next(below: 4) == 0 ? ["n": .integer(Int64(random.next(below: 9)))] : nil,
      isWithdrawal: random.next(below: 12) == 0)
  }

  private mutating func dump(_ storage: any NamespaceStorage) async throws {
    for sql: SQL in ["select * from clubs order by id", "select * from members order by id"] {
      transcript.append(.array(try await storage.read { try await $0.query(sql).map(\.json) }))
    }
    let entries = Collector<JSON>()
    try await storage.boardEntries(BoardFilter()) { entries.add(.string("\($0) \($1)")) }
    transcript.append(.array(entries.items))
    for case .event(_, let event) in try await storage.pendingEffects(after: 0, limit: 100_000) {
      transcript.append(event.payload)
    }
  }
}

extension Row {
  /// The row as an object.
  var json: JSON {
    .object(JSONObject(zip(columns.names, values).map { ($0, $1.json) }))
  }
}

extension SQLValue {
  fileprivate var json: JSON {
    switch self {
    case .null: .null
    // SQLite's `returning` answers with whole numbers where a real column holds one.
    case .integer(let value): .number(Double(value))
    case .real(let value): .number(value)
    case .text(let value): .string(value)
    case .blob(let bytes): .array(bytes.map { .integer(Int64($0)) })
    }
  }
}
