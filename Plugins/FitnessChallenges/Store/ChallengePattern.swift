import FieldhouseKit
import Foundation

/// What makes a challenge, without its days and people: as a template is kept, and as a copy is made of.
struct ChallengePattern: Codable, Sendable {
  var kind: Challenge.Kind
  var title: String
  var about: String
  /// 1 to 10, 10 being the hardest.
  var difficulty: Int
  /// A name such as `America/New_York`.
  var zone: String
  /// Whether everybody begins on the day of joining.
  var isRolling: Bool
  /// In days.
  var length: Int
  var graceHours: Int
  var teamSize: Int?
  /// How many teams there are from the beginning.
  var teams: Int
  var mayFound: Bool
  var rules: ChallengeRules
  var isListed: Bool
  var capacity: Int?
  /// The group for whose members it is alone; nil for everybody, and in templates of before.
  var organisation: String?

  /// - Parameter teams: how many the coach has made.
  init(_ challenge: Challenge, teams: Int) {
    (kind, title, about, difficulty) = (challenge.kind, challenge.title, challenge.about, challenge.difficulty)
    (zone, isRolling, length) = (challenge.zone.identifier, challenge.start == nil, challenge.length)
    (graceHours, teamSize, self.teams) = (challenge.graceHours, challenge.teamSize, teams)
    (mayFound, rules, isListed) = (challenge.mayFound, challenge.rules, challenge.isListed)
    (capacity, organisation) = (challenge.capacity, challenge.organisation)
  }
}

/// A pattern that a coach keeps.
struct ChallengeTemplate: Sendable {
  let id: String
  let name: String
  let pattern: ChallengePattern
  /// The file of the picture.
  let cover: String?
  let madeAt: Date

  init(_ row: Row) throws {
    (id, name, cover, madeAt) = (try row["id"], try row["name"], try row["cover"], try row["made_at"])
    pattern = try JSONText.decode(row["draft"])
  }
}

/// The templates of coaches.
enum TemplateStore {
  /// How many somebody has at most.
  static let most = 100

  /// The pattern of a challenge.
  static func pattern(
    of challenge: Challenge, in transaction: any ReadTransaction
  ) async throws -> ChallengePattern {
    // Those that the coach has made are named by their numbers.
    let teams: Int = try await transaction.query(
      """
      select count(*) as made from teams where challenge = \(challenge.id) and name = cast(place as text)
      """)[0]["made"]
    return ChallengePattern(challenge, teams: teams)
  }

  /// Somebody's, the newest first.
  static func all(of coach: AccountID, in transaction: any ReadTransaction) async throws -> [ChallengeTemplate] {
    try await transaction.query(
      "select id, name, draft, cover, made_at from templates where coach = \(coach) order by made_at desc, id"
    ).map(ChallengeTemplate.init)
  }

  /// - Throws: ``Problem`` 404 `template-unknown`.
  static func template(
    _ id: String, of coach: AccountID, in transaction: any ReadTransaction
  ) async throws -> ChallengeTemplate {
    guard
      let row = try await transaction.first(
        "select id, name, draft, cover, made_at from templates where id = \(id) and coach = \(coach)")
    else { throw Problem.templateUnknown }
    return try ChallengeTemplate(row)
  }

  /// - Throws: ``Problem`` 409 `templates-many`.
  static func add(
    _ name: String, _ pattern: ChallengePattern, cover: String?, of coach: AccountID, at now: Date,
    in transaction: any Transaction
  ) async throws -> ChallengeTemplate {
    let count: Int = try await transaction.query(
      "select count(*) as kept from templates where coach = \(coach)")[0]["kept"]
    guard count < most else { throw Problem.templatesMany }
    let id = UUID().uuidString.lowercased()
    try await transaction.execute(
      """
      insert into templates (id, coach, name, draft, cover, made_at)
      values (\(id), \(coach), \(name), \(try JSONText.encode(pattern)), \(cover), \(now))
      """)
    return try await template(id, of: coach, in: transaction)
  }

  static func remove(_ id: String, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from templates where id = \(id)")
  }
}
