import FieldhouseKit
import Foundation

/// How somebody likes to play.
struct Profile: Sendable, Equatable {
  /// Two or three letters for the head of the card; empty where there are none.
  var cardName = ""
  /// The tee that is chosen where the layout has it.
  var tee = TeeColour.red
  /// What stands on the first page, in this order; nil for what stands there unless chosen.
  var shortcuts: [Shortcut]?
}

/// What can stand on the first page.
enum Shortcut: String, Codable, Sendable, CaseIterable {
  case favourites, join, statistics, discs, courses, rules
}

enum ProfileStore {
  static func profile(of account: AccountID, in transaction: any ReadTransaction) async throws -> Profile {
    let row = try await transaction.first("select card_name, tee, shortcuts from profiles where account = \(account)")
    guard let row else { return Profile() }
    let tee: String = try row["tee"]
    return Profile(
      cardName: try row["card_name"], tee: TeeColour(rawValue: tee) ?? .red,
      shortcuts: try JSONText.decode(row["shortcuts"]))
  }

  static func set(_ profile: Profile, of account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into profiles (account, card_name, tee, shortcuts)
      values (\(account), \(profile.cardName), \(profile.tee.rawValue), \(try JSONText.encode(profile.shortcuts)))
      on conflict (account) do update set card_name = excluded.card_name, tee = excluded.tee, shortcuts = excluded.shortcuts
      """)
  }

  /// The courses that somebody has marked.
  static func favourites(of account: AccountID, in transaction: any ReadTransaction) async throws -> Set<String> {
    Set(try await transaction.query("select course from favourites where account = \(account)").map { try $0[0] })
  }

  static func mark(
    _ course: String, isFavourite: Bool, of account: AccountID, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      isFavourite
        ? "insert into favourites (account, course) values (\(account), \(course)) on conflict do nothing"
        : "delete from favourites where account = \(account) and course = \(course)")
  }
}
