import FieldhouseKit
import Foundation

extension TeamManagement {
  func answerRoutes(_ routes: inout Routes) {
    let answering = SharedAnswers(host.storage) { given, transaction in try await answer(given, in: transaction) }
    routes.put(
      "/teams/{team}/events/{event}/answer", "Say whether I come, or say something else than before",
      access: .permission(Permission.view, in: "team"),
      problems: [.teamArchived, .eventUnknown, .eventCancelled, .answersClosed, .ageUnknown(21), .tooYoung(21)]
    ) { (input: AnswerInput, call) in
      try await answering.write(
        GivenAnswer(
          answer: NewAnswer(reply: input.reply, note: input.note ?? "", of: try call.account, by: nil),
          event: input.event, team: input.team, now: call.now))
    }
    routes.get(
      "/teams/{team}/events/{event}/answers", "What every member has answered, and who has seen the event as it is now",
      access: .permission(Permission.calendar, in: "team"), problems: [.eventUnknown]
    ) { (input: EventInput, _) in Page(items: try await answers(input)) }
  }

  private func check(_ reply: Answer.Reply, to event: TeamEvent, by account: AccountID, at now: Date) async throws {
    let birth = event.plan.minimumAge == nil ? nil : try await birth(of: account)
    try AnswerRule(event).check(reply, at: now, birth: birth)
  }

  /// What somebody says to an event.
  struct NewAnswer: Sendable {
    let reply: Answer.Reply
    let note: String
    let of: Account
    /// The guardian who says it; nil for the member.
    let by: Account?
  }

  /// Takes an answer, and sees to places, reminders and those who are to know of it.
  /// - Throws: ``Problem`` 404 `event-unknown`, `member-unknown`; 409 `event-cancelled`, `answers-closed`; 403 `age-unknown`,
  ///   `too-young`.
  func answer(
    _ new: NewAnswer, to event: String, of group: Group, at now: Date, in transaction: any Transaction
  ) async throws -> MyAnswer {
    let (who, actor) = (new.of.id, new.by?.id ?? new.of.id)
    // Somebody who may look at everything without being on the team has no place in it. Others wait for the event: what can be asked
    // before it is held is.
    try await checkMember(who, of: group.id, in: transaction)
    let turn = try await AnswerStore.turn(of: who, at: event, of: group.id, in: transaction)
    let (event, before) = (turn.event, turn.before)
    try await check(new.reply, to: event, by: who, at: now)
    let answer = turn.answer(new.reply, note: new.note, of: who, by: new.by?.id, at: now)
    try await AnswerStore.set([answer], in: transaction)
    let places = try await AnswerStore.places(in: event, of: answer, before: before, transaction)
    if before?.reply != answer.reply {
      try await seat(event, of: group.name, from: places.before, to: places.after, by: actor, in: transaction)
      try await tellAdmins(new, event, group, in: transaction)
      try await tellMember(new, event, group, in: transaction)
    }
    try await publish("answers", of: event.team, event: event.id, in: transaction)
    return MyAnswer(answer, position: places.after.position(of: who))
  }

  private func tellAdmins(
    _ new: NewAnswer, _ event: TeamEvent, _ group: Group, in transaction: any Transaction
  ) async throws {
    let admins = try await TeamStore.admins(of: event.team, in: transaction)
    try await tell(admins, of: new, event, group, in: transaction)
  }

  /// Those who look after the team know of an answer that is another one than before, but for whoever has given it.
  func tell(
    _ admins: [AccountID], of new: NewAnswer, _ event: TeamEvent, _ group: Group, in transaction: any Transaction
  ) async throws {
    let people = [new.of.id, new.by?.id].compactMap { $0 }
    let admins = admins.filter { !people.contains($0) }
    guard !admins.isEmpty else { return }
    try await transaction.notify(
      NotificationRequest(
        recipients: admins, about: people, kind: "answered", text: "answered.\(new.reply.rawValue)",
        arguments: ["name": new.of.name, "event": event.plan.title, "team": group.name], link: event.page))
  }

  /// Whoever is answered for knows of it.
  private func tellMember(
    _ new: NewAnswer, _ event: TeamEvent, _ group: Group, in transaction: any Transaction
  ) async throws {
    guard let guardian = new.by else { return }
    try await transaction.notify(
      NotificationRequest(
        recipients: [new.of.id], about: [guardian.id], kind: "answered-for", text: "answered-for.\(new.reply.rawValue)",
        arguments: ["name": guardian.name, "event": event.plan.title, "team": group.name], link: event.page))
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
    let guardians = try await host.authentication.accounts(answers.compactMap(\.by))
    return try await members(of: input.team).map { member, account in
      let answer = byAccount[member.account]
      return AnswerOutput(
        person: PersonOutput(account), reply: answer?.reply.rawValue ?? "pending", note: answer?.note ?? "",
        position: places.position(of: member.account), answeredAt: answer?.answeredAt,
        by: answer?.by.flatMap { guardians[$0] }.map(PersonOutput.init), hasSeen: readers.contains(member.account))
    }
  }
}

extension AnswerRule {
  /// That of an event.
  init(_ event: TeamEvent) {
    self.init(isCancelled: event.plan.isCancelled, deadline: event.deadline, minimumAge: event.plan.minimumAge) {
      event.day
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
      [("team", Fields.id), ("event", Fields.id)] + said, required: ["team", "event", "reply"])
  }

  /// What is answered.
  static var said: [(String, Schema)] {
    [
      ("reply", .enumeration(Answer.Reply.allCases.map { .string($0.rawValue) })),
      ("note", .nullable(.string(maxLength: 300))),
    ]
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
  /// The guardian who has answered; nil for the member.
  var by: PersonOutput?
  /// Whether the member has opened the event as it is now.
  var hasSeen: Bool
}
