import FieldhouseKit
import Foundation

extension TeamManagement {
  func answerRoutes(_ routes: inout Routes) {
    routes.put(
      "/teams/{team}/events/{event}/answer", "Say whether I come, or say something else than before",
      access: .permission(Permission.view, in: "team"),
      problems: [.teamArchived, .eventUnknown, .eventCancelled, .answersClosed, .ageUnknown(21), .tooYoung(21)]
    ) { (input: AnswerInput, call, transaction) in
      let (_, group) = try await TeamStore.living(input.team, in: transaction)
      let event = try await EventStore.event(input.event, of: input.team, in: transaction)
      let me = try call.account
      try await check(input.reply, to: event, by: me.id, at: call.now)
      // Somebody who may look at everything without being on the team has no place in it.
      try await checkMember(me.id, of: input.team, in: transaction)
      return try await answer(input, event, group, by: me, at: call.now, in: transaction)
    }
    routes.get(
      "/teams/{team}/events/{event}/answers", "What every member has answered, and who has seen the event as it is now",
      access: .permission(Permission.calendar, in: "team"), problems: [.eventUnknown]
    ) { (input: EventInput, _) in Page(items: try await answers(input)) }
  }

  private func check(_ reply: Answer.Reply, to event: TeamEvent, by account: AccountID, at now: Date) async throws {
    let rule = AnswerRule(
      isCancelled: event.plan.isCancelled, deadline: event.deadline, minimumAge: event.plan.minimumAge, day: event.day)
    let birth = event.plan.minimumAge == nil ? nil : try await birth(of: account)
    try rule.check(reply, at: now, birth: birth)
  }

  private func answer(
    _ input: AnswerInput, _ event: TeamEvent, _ group: Group, by me: Account, at now: Date,
    in transaction: any Transaction
  ) async throws -> MyAnswer {
    let before = try await AnswerStore.places(in: event, transaction)
    let isNew = try await AnswerStore.set(
      input.reply, note: input.note ?? "", of: me.id, to: event, at: now, in: transaction)
    if isNew {
      try await seat(event, since: before, by: me.id, in: transaction)
      try await tellAdmins(input.reply, event, group, by: me, in: transaction)
    }
    try await publish("answers", of: event.team, event: event.id, in: transaction)
    guard let answer = try await AnswerStore.answer(of: me.id, to: event.id, in: transaction) else {
      throw Problem.eventUnknown
    }
    let places = try await AnswerStore.places(in: event, transaction)
    return MyAnswer(answer, position: places.position(of: me.id))
  }

  private func tellAdmins(
    _ reply: Answer.Reply, _ event: TeamEvent, _ group: Group, by me: Account, in transaction: any Transaction
  ) async throws {
    let admins = try await TeamStore.admins(of: event.team, in: transaction).filter { $0 != me.id }
    guard !admins.isEmpty else { return }
    try await transaction.notify(
      NotificationRequest(
        recipients: admins, about: [me.id], kind: "answered", text: "answered.\(reply.rawValue)",
        arguments: ["name": me.name, "event": event.plan.title, "team": group.name], link: event.page))
  }

  private func answers(_ input: EventInput) async throws -> [AnswerOutput] {
    let (answers, places, readers) = try await host.storage.read { transaction in
      let event = try await EventStore.event(input.event, of: input.team, in: transaction)
      return (
        try await AnswerStore.answers(to: event.id, in: transaction),
        try await AnswerStore.places(in: event, transaction), try await AnswerStore.readers(of: event, in: transaction)
      )
    }
    let byAccount = Dictionary(answers.map { ($0.account, $0) }, uniquingKeysWith: { one, _ in one })
    return try await members(of: input.team).map { member, account in
      let answer = byAccount[member.account]
      return AnswerOutput(
        person: PersonOutput(account), reply: answer?.reply.rawValue ?? "pending", note: answer?.note ?? "",
        position: places.position(of: member.account), answeredAt: answer?.answeredAt,
        hasSeen: readers.contains(member.account))
    }
  }
}

struct AnswerInput: RouteInput {
  var team: String
  var event: String
  var reply: Answer.Reply
  /// For those who look after the team.
  var note: String?

  static var schema: Schema {
    .object(
      [
        ("team", Fields.id), ("event", Fields.id),
        ("reply", .enumeration(Answer.Reply.allCases.map { .string($0.rawValue) })),
        ("note", .nullable(.string(maxLength: 300))),
      ], required: ["team", "event", "reply"])
  }
}

/// What a member has answered.
struct AnswerOutput: RouteOutput, Decodable {
  var person: PersonOutput
  /// `yes`, `no`, `maybe`, or `pending` for who has not answered.
  var reply: String
  var note: String
  /// Where the member waits for a place, from 1.
  var position: Int?
  var answeredAt: Date?
  /// Whether the member has opened the event as it is now.
  var hasSeen: Bool
}
