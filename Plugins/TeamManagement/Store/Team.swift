import FieldhouseKit
import Foundation

/// What is kept of a team beside the group that it is.
struct Team: Sendable {
  static let kind = "team"

  let id: String
  let sport: String
  /// The id of the organisation that it belongs to, where one was chosen.
  let organisation: String?
  let wins: Int
  let losses: Int
  let ties: Int

  static func scope(_ id: String) -> Scope { Scope(kind, id) }
  static func topic(_ id: String) -> String { "teams/\(id)" }
  static func page(_ id: String) -> String { "/team-management/teams/\(id)" }
}

extension Team {
  static let columns: SQL = "team, sport, organisation, wins, losses, ties"

  init(_ row: Row) throws {
    (id, sport, organisation) = (try row["team"], try row["sport"], try row["organisation"])
    (wins, losses, ties) = (try row["wins"], try row["losses"], try row["ties"])
  }
}

/// The permissions of the plugin, by their names in the manifest.
enum Permission {
  static let view = "view-team"
  static let editInfo = "edit-team-info"
  static let joinRequests = "manage-join-requests"
  static let roster = "edit-roster"
  static let calendar = "edit-calendar"
  static let attendance = "edit-attendance"
  static let statistics = "edit-stats"
  static let notify = "notify-team"
}
