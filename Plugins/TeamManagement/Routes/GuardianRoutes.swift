import FieldhouseKit
import Foundation

extension TeamManagement {
  func guardianRoutes(_ routes: inout Routes) {
    routes.put(
      "/teams/{team}/members/{account}/guardians/{guardian}", "Let a member of the team answer for another one",
      access: .permission(Permission.roster, in: "team"),
      problems: [.teamArchived, .memberUnknown, .guardianSelf, .guardiansFull]
    ) { (input: GuardianInput, call, transaction) in
      try await appoint(input, by: try call.account, at: call.now, in: transaction)
      return NoContent()
    }
    routes.delete(
      "/teams/{team}/members/{account}/guardians/{guardian}",
      "Take back that a member answers for another one; guardians do so themselves",
      access: .permission(Permission.view, in: "team"), problems: [.teamArchived, .guardianUnknown, .onlyOwn]
    ) { (input: GuardianInput, call, transaction) in
      _ = try await TeamStore.living(input.team, in: transaction)
      guard try await GuardianStore.isGuardian(input.guardian, of: input.account, in: input.team, transaction) else {
        throw Problem.guardianUnknown
      }
      let me = try call.account.id
      if me != input.guardian, try await !transaction.has(Permission.roster, me, in: Team.scope(input.team)) {
        throw Problem.onlyOwn
      }
      _ = try await GuardianStore.remove(input.guardian, from: input.account, in: input.team, transaction)
      try await TeamLog.note(.guardianRemoved, in: input.team, by: me, of: input.account, at: call.now, transaction)
      try await publish("roster", of: input.team, in: transaction)
      return NoContent()
    }
    answeringRoutes(&routes)
  }

  private func answeringRoutes(_ routes: inout Routes) {
    routes.get(
      "/teams/{team}/events/{event}/children", "Those for whom I answer, with what is answered",
      access: .permission(Permission.view, in: "team"), problems: [.eventUnknown]
    ) { (input: EventInput, call) in Page(items: try await children(of: try call.account.id, input)) }
    routes.put(
      "/teams/{team}/events/{event}/children/{account}/answer", "Say whether somebody comes for whom I answer",
      access: .permission(Permission.view, in: "team"),
      problems: [
        .teamArchived, .eventUnknown, .guardianUnknown, .memberUnknown, .eventCancelled, .answersClosed,
        .ageUnknown(21), .tooYoung(21),
      ]
    ) { (input: ChildAnswerInput, call, transaction) in
      let group = try await TeamStore.livingGroup(input.team, in: transaction)
      let me = try call.account
      guard try await GuardianStore.isGuardian(me.id, of: input.account, in: input.team, transaction),
        let child = try await host.authentication.account(input.account)
      else { throw Problem.guardianUnknown }
      return try await answer(
        NewAnswer(reply: input.reply, note: input.note ?? "", of: child, by: me), to: input.event, of: group,
        at: call.now, in: transaction)
    }
  }

  /// Both are told, so that nobody is answered for without knowing.
  private func appoint(
    _ input: GuardianInput, by actor: Account, at now: Date, in transaction: any Transaction
  ) async throws {
    let (_, group) = try await TeamStore.living(input.team, in: transaction)
    guard input.account != input.guardian else { throw Problem.guardianSelf }
    for account in [input.account, input.guardian] {
      try await checkMember(account, of: input.team, in: transaction)
    }
    guard
      try await GuardianStore.add(input.guardian, to: input.account, in: input.team, at: now, transaction)
    else { return }
    try await TeamLog.note(.guardianNamed, in: input.team, by: actor.id, of: input.account, at: now, transaction)
    let people = try await host.authentication.accounts([input.account, input.guardian])
    guard let child = people[input.account], let guardian = people[input.guardian] else { throw Problem.memberUnknown }
    for (recipient, other, text) in [(child, guardian, "guardian.child"), (guardian, child, "guardian.guardian")]
    where recipient.id != actor.id {
      try await transaction.notify(
        NotificationRequest(
          recipients: [recipient.id], about: [other.id], kind: "guardian", text: text,
          arguments: ["name": other.name, "team": group.name], link: Team.page(input.team)))
    }
    try await publish("roster", of: input.team, in: transaction)
  }

  private func children(of guardian: AccountID, _ input: EventInput) async throws -> [ChildOutput] {
    let (answers, places, children) = try await host.storage.read { transaction in
      let event = try await EventStore.event(input.event, of: input.team, in: transaction)
      return (
        try await AnswerStore.answers(to: event.id, in: transaction),
        try await AnswerStore.places(in: event, transaction),
        try await GuardianStore.children(of: guardian, in: transaction)[input.team] ?? []
      )
    }
    let people = try await host.authentication.accounts(children)
    return children.compactMap { id in people[id] }.map { child in
      let answer = answers.first { $0.account == child.id }
      return ChildOutput(
        person: PersonOutput(child), mine: answer.map { MyAnswer($0, position: places.position(of: child.id)) })
    }
  }
}

struct GuardianInput: RouteInput {
  var team: String
  /// Who is answered for.
  var account: AccountID
  var guardian: AccountID

  static var schema: Schema {
    .object(
      [("team", Fields.id), ("account", Fields.id), ("guardian", Fields.id)],
      required: ["team", "account", "guardian"])
  }
}

struct ChildAnswerInput: RouteInput {
  var team: String
  var event: String
  var account: AccountID
  var reply: Answer.Reply
  /// For those who look after the team.
  var note: String?

  static var schema: Schema {
    .object(
      [("team", Fields.id), ("event", Fields.id), ("account", Fields.id)] + AnswerInput.said,
      required: ["team", "event", "account", "reply"])
  }
}

/// Somebody for whom I answer.
struct ChildOutput: RouteOutput, Decodable {
  var person: PersonOutput
  /// Nil where nothing is answered yet.
  var mine: MyAnswer?
}
