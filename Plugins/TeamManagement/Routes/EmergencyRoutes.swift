import FieldhouseKit
import Foundation

extension TeamManagement {
  func emergencyRoutes(_ routes: inout Routes) {
    routes.get(
      "/teams/{team}/emergency", "My emergency card, if I have given one, as those who look after the team can open it",
      access: .permission(Permission.view, in: "team")
    ) { (input: TeamInput, call) in
      let me = try call.account.id
      let card = try await host.storage.read { try await EmergencyStore.card(of: me, in: input.team, $0) }
      return Page(items: card.map { [EmergencyOutput($0)] } ?? [])
    }
    routes.put(
      "/teams/{team}/emergency", "Give those who look after the team an emergency card of mine",
      access: .permission(Permission.view, in: "team"), problems: [.teamArchived, .memberUnknown, .consentNeeded]
    ) { (input: EmergencyInput, call, transaction) in
      let me = try call.account.id
      _ = try await TeamStore.livingGroup(input.team, in: transaction)
      try await checkMember(me, of: input.team, in: transaction)
      guard input.consents else { throw Problem.consentNeeded }
      try await EmergencyStore.set(
        contact: try input.contact.trimmed("/contact", "Say who is called."),
        phone: try input.phone.trimmed("/phone", "Give a number."),
        notes: (input.notes ?? "").trimmingCharacters(in: .whitespacesAndNewlines), of: me, in: input.team,
        at: call.now, transaction)
      return NoContent()
    }
    routes.delete(
      "/teams/{team}/emergency", "Take my emergency card back", access: .permission(Permission.view, in: "team"),
      problems: [.cardUnknown]
    ) { (input: TeamInput, call, transaction) in
      guard try await EmergencyStore.remove(of: try call.account.id, in: input.team, transaction) else {
        throw Problem.cardUnknown
      }
      return NoContent()
    }
    routes.post(
      "/teams/{team}/members/{account}/emergency", "Open the emergency card of a member, which the team's log says",
      access: .permission(Permission.roster, in: "team"), status: 200,
      problems: [.teamArchived, .memberUnknown, .cardUnknown]
    ) { (input: MemberInput, call, transaction) in
      let group = try await TeamStore.livingGroup(input.team, in: transaction)
      try await checkMember(input.account, of: input.team, in: transaction)
      return try await open(input, of: group, by: try call.account, at: call.now, in: transaction)
    }
  }

  /// The member is told of each look.
  private func open(
    _ input: MemberInput, of group: Group, by admin: Account, at now: Date, in transaction: any Transaction
  ) async throws -> EmergencyOutput {
    guard let card = try await EmergencyStore.card(of: input.account, in: input.team, transaction) else {
      throw Problem.cardUnknown
    }
    try await TeamLog.note(.cardOpened, in: input.team, by: admin.id, of: input.account, at: now, transaction)
    if admin.id != input.account {
      try await transaction.notify(
        NotificationRequest(
          recipients: [input.account], about: [admin.id], kind: "card-opened", text: "card-opened",
          arguments: ["name": admin.name, "team": group.name], link: "\(Team.page(input.team))/log"))
    }
    try await publish("log", of: input.team, in: transaction)
    return EmergencyOutput(card)
  }
}

struct EmergencyInput: RouteInput {
  var team: String
  /// Who is called.
  var contact: String
  var phone: String
  /// Such as allergies and medicine.
  var notes: String?
  /// Whether I consent that those who look after the team open it.
  var consents: Bool

  static var schema: Schema {
    .object(
      [
        ("team", Fields.id), ("contact", .string(minLength: 1, maxLength: 100)),
        ("phone", .string(minLength: 1, maxLength: 40)),
        ("notes", .nullable(.string(maxLength: 1_000).text(.lines))), ("consents", .boolean),
      ], required: ["team", "contact", "phone", "consents"])
  }
}

/// Whom to call in an emergency, and what to know.
struct EmergencyOutput: RouteOutput, Decodable {
  var contact: String
  var phone: String
  /// Empty for nothing.
  var notes: String
  var consentedAt: Date

  init(_ card: EmergencyStore.Card) {
    (contact, phone, notes, consentedAt) = (card.contact, card.phone, card.notes, card.consentedAt)
  }
}
