import FieldhouseKit
import Foundation

/// What becomes of what a team keeps of a member who goes.
enum MemberStore {
  /// Whoever leaves a team has no place on its roster and in what is ahead any more. What was stays with the team.
  static func leave(
    _ account: AccountID, of team: String, _ plugin: TeamManagement, in transaction: any Transaction
  ) async throws {
    try await transaction.execute("delete from roster where team = \(team) and account = \(account)")
    try await transaction.execute("delete from feeds where team = \(team) and account = \(account)")
    try await transaction.execute(
      "delete from guardians where team = \(team) and (child = \(account) or guardian = \(account))")
    try await transaction.execute("delete from emergency_cards where team = \(team) and account = \(account)")
    // The rights have gone with the membership.
    try await transaction.execute("delete from substitutes where team = \(team) and account = \(account)")
    let ahead = try await EventStore.ahead(of: team, at: plugin.host.clock.now, in: transaction)
    try await withdraw(account, from: ahead, plugin, in: transaction)
  }

  /// Takes somebody's answers to events back; whoever waits for the place has it then.
  private static func withdraw(
    _ account: AccountID, from events: [TeamEvent], _ plugin: TeamManagement, in transaction: any Transaction
  ) async throws {
    let answered = try await AnswerStore.answers(of: account, to: events.map(\.id), in: transaction)
    for event in events {
      try await transaction.execute("delete from event_contacts where event = \(event.id) and account = \(account)")
      guard answered[event.id] != nil else { continue }
      let before = try await AnswerStore.places(in: event, transaction)
      try await AnswerStore.remove(account, from: event, in: transaction)
      try await plugin.seat(event, since: before, by: account, in: transaction)
    }
  }

  /// Everything of a person goes; figures of the team stay.
  static func erase(
    _ account: AccountID, _ plugin: TeamManagement, in transaction: any Transaction
  ) async throws {
    let ids: [String] = try await transaction.query("select event from answers where account = \(account)")
      .map { try $0["event"] }
    let teams: [String] = try await transaction.query("select id, team from events where id in (\(list: ids))")
      .map { try $0["team"] }
    for team in Set(teams).sorted() {
      let ahead = try await EventStore.ahead(of: team, at: plugin.host.clock.now, in: transaction)
      try await withdraw(account, from: ahead, plugin, in: transaction)
    }
    for statement: SQL in [
      "delete from roster where account = \(account)", "delete from biographies where account = \(account)",
      "update biographies set author = null where author = \(account)",
      "delete from figures where account = \(account)", "delete from records where account = \(account)",
      "delete from event_contacts where account = \(account)", "delete from answers where account = \(account)",
      "delete from seen where account = \(account)", "delete from attendance where account = \(account)",
      "update attendance set ruled_by = null where ruled_by = \(account)",
      "delete from feeds where account = \(account)",
      "delete from guardians where child = \(account) or guardian = \(account)",
      "update answers set answered_by = null where answered_by = \(account)",
      "delete from answer_links where account = \(account) or sent_to = \(account)",
      "delete from spare_calls where account = \(account)",
      "delete from emergency_cards where account = \(account)", "delete from substitutes where account = \(account)",
      "update substitutes set named_by = null where named_by = \(account)",
      "delete from admin_invitations where account = \(account) or inviter = \(account)",
      "update attachments set added_by = null where added_by = \(account)",
      "update team_log set actor = null where actor = \(account)",
      "update team_log set account = null where account = \(account)",
    ] { try await transaction.execute(statement) }
    for team in Set(teams).sorted() { try await transaction.publish(Team.topic(team), LiveEvent("roster")) }
  }

  /// Where both accounts have answered, the answer of the other one stays, with its reminder; who waits for the place of the one
  /// has it then.
  private static func yieldPlaces(
    _ account: AccountID, to other: AccountID, _ plugin: TeamManagement, in transaction: any Transaction
  ) async throws {
    let both: [String] = try await transaction.query(
      """
      select event from answers where account = \(account)
        and event in (select event from answers where account = \(other))
      """
    ).map { try $0["event"] }
    let now = plugin.host.clock.now
    for event in try await EventStore.plain(both, in: transaction) where event.plan.startsAt > now {
      let before = try await AnswerStore.places(in: event, transaction)
      try await AnswerStore.remove(account, from: event, in: transaction)
      try await plugin.seat(event, since: before, by: account, in: transaction)
      guard try await !AnswerStore.places(in: event, transaction).going.contains(other) else { continue }
      try await transaction.reminders.cancel(event.reminder, of: [other])
    }
  }

  /// Gives everything to another account; where both have something of which there is one, the other one's stays.
  static func merge(
    _ account: AccountID, into other: AccountID, _ plugin: TeamManagement, in transaction: any Transaction
  ) async throws {
    try await AdminInvitationStore.merge(account, into: other, at: plugin.host.clock.now, transaction)
    try await yieldPlaces(account, to: other, plugin, in: transaction)
    func things(_ statement: SQL) async throws -> [String] {
      try await transaction.query(statement).map { try $0["thing"] }
    }
    let teams = try await things("select team as thing from roster where account = \(other)")
    let counted = try await things("select team as thing from figures where account = \(other)")
    let contact = try await things("select event as thing from event_contacts where account = \(other)")
    let answered = try await things("select event as thing from answers where account = \(other)")
    let seen = try await things("select event as thing from seen where account = \(other)")
    let attended = try await things("select event as thing from attendance where account = \(other)")
    for statement: SQL in [
      "delete from roster where account = \(account) and team in (\(list: teams))",
      "update roster set account = \(other) where account = \(account)",
      "update biographies set account = \(other) where account = \(account)",
      "update biographies set author = \(other) where author = \(account)",
      "delete from figures where account = \(account) and team in (\(list: counted))",
      "update figures set account = \(other) where account = \(account)",
      "update records set account = \(other) where account = \(account)",
      "delete from event_contacts where account = \(account) and event in (\(list: contact))",
      "update event_contacts set account = \(other) where account = \(account)",
      "delete from answers where account = \(account) and event in (\(list: answered))",
      "update answers set account = \(other) where account = \(account)",
      "delete from seen where account = \(account) and event in (\(list: seen))",
      "update seen set account = \(other) where account = \(account)",
      "delete from attendance where account = \(account) and event in (\(list: attended))",
      "update attendance set account = \(other) where account = \(account)",
      "update attendance set ruled_by = \(other) where ruled_by = \(account)",
      "update feeds set account = \(other) where account = \(account)",
      "update answers set answered_by = \(other) where answered_by = \(account)",
      """
      delete from spare_calls where account = \(account)
        and event in (select event from spare_calls where account = \(other))
      """,
      "update spare_calls set account = \(other) where account = \(account)",
      """
      delete from emergency_cards where account = \(account)
        and team in (select team from emergency_cards where account = \(other))
      """,
      "update emergency_cards set account = \(other) where account = \(account)",
      """
      delete from substitutes where account = \(account)
        and team in (select team from substitutes where account = \(other))
      """,
      "update substitutes set account = \(other) where account = \(account)",
      "update substitutes set named_by = \(other) where named_by = \(account)",
      "update attachments set added_by = \(other) where added_by = \(account)",
      "update team_log set actor = \(other) where actor = \(account)",
      "update team_log set account = \(other) where account = \(account)",
      // Links are sent anew.
      "delete from answer_links where account = \(account) or sent_to = \(account)",
      "delete from guardians where (child = \(account) and guardian = \(other)) or (child = \(other) and guardian = \(account))",
      """
      delete from guardians where child = \(account) and exists (select 1 as one from guardians other
        where other.team = guardians.team and other.child = \(other) and other.guardian = guardians.guardian)
      """,
      """
      delete from guardians where guardian = \(account) and exists (select 1 as one from guardians other
        where other.team = guardians.team and other.guardian = \(other) and other.child = guardians.child)
      """,
      "update guardians set child = \(other) where child = \(account)",
      "update guardians set guardian = \(other) where guardian = \(account)",
    ] { try await transaction.execute(statement) }
  }
}
