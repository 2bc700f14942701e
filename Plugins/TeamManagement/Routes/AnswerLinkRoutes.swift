import FieldhouseKit
import Foundation

// Those who have not answered are asked, each with a link that takes the answer without signing in.
extension TeamManagement {
  func answerLinkRoutes(_ routes: inout Routes) {
    routes.post(
      "/teams/{team}/events/{event}/ask", "Ask those who have not answered, each at most once a day (UTC)",
      access: .permission(Permission.calendar, in: "team"), status: 200,
      problems: [.teamArchived, .eventUnknown, .eventCancelled, .answersClosed]
    ) { (input: EventInput, call, transaction) in
      let (_, group) = try await TeamStore.living(input.team, in: transaction)
      let event = try await EventStore.event(input.event, of: input.team, in: transaction)
      guard !event.plan.isCancelled else { throw Problem.eventCancelled }
      guard call.now < event.deadline else { throw Problem.answersClosed }
      return AskedOutput(asked: try await ask(event, of: group, at: call.now, in: transaction))
    }
    routes.get(
      "/answer-links/{secret}", "What a link asks", access: .everyone, problems: [.answerLinkUnknown]
    ) { (input: AnswerLinkInput, call) in try await question(input.secret, at: call.now) }
    routes.put(
      "/answer-links/{secret}", "Answer through a link, without signing in", access: .everyone,
      problems: [
        .answerLinkUnknown, .teamArchived, .eventCancelled, .answersClosed, .ageUnknown(21), .tooYoung(21),
      ]
    ) { (input: LinkedAnswerInput, call, transaction) in
      guard let link = try await AnswerLinkStore.link(input.secret, in: transaction),
        let event = try await EventStore.find(link.event, in: transaction),
        let opened = try await open(link, event), try await areMembers(link, of: event.team, in: transaction),
        try await Self.isAllowed(link, event, in: transaction)
      else { throw Problem.answerLinkUnknown }
      let group = try await TeamStore.livingGroup(opened.event.team, in: transaction)
      // Who has been sent the link of another one answers as guardian.
      let guardian = link.recipient == link.account ? nil : opened.recipient
      return try await answer(
        NewAnswer(reply: input.reply, note: input.note ?? "", of: opened.account, by: guardian), to: event.id,
        of: group, at: call.now, in: transaction)
    }
  }

  /// - Returns: how many people were asked now or earlier that day (UTC).
  func ask(
    _ event: TeamEvent, of group: Group, at now: Date, in transaction: any Transaction
  ) async throws -> Int {
    let answered = Set(try await AnswerStore.answers(to: event.id, in: transaction).map(\.account))
    let guardians = try await GuardianStore.all(of: event.team, in: transaction)
    let members = try await TeamStore.members(of: event.team, in: transaction).filter { !answered.contains($0) }
    let asked = try await oldEnough(members, for: event)
    let names = try await host.authentication.accounts(asked)
    for member in asked {
      for recipient in [member] + (guardians[member] ?? []) {
        let link = try await AnswerLinkStore.open(event.id, for: member, to: recipient, at: now, in: transaction)
        try await send(link, event, of: group, name: names[member]?.name ?? "", at: now, in: transaction)
      }
    }
    return asked.count
  }

  private func send(
    _ link: AnswerLinkStore.Link, _ event: TeamEvent, of group: Group, name: String, at now: Date,
    in transaction: any Transaction
  ) async throws {
    let (isOwn, day) = (link.account == link.recipient, Int(now.timeIntervalSince1970 / 86_400))
    var request = NotificationRequest(
      recipients: [link.recipient], about: isOwn ? [] : [link.account], kind: "asked",
      text: isOwn ? "asked.own" : "asked.child",
      arguments: ["team": group.name, "event": event.plan.title, "name": name], link: Self.page(of: link),
      deduplicationKey: "asked/\(event.id)/\(link.account.text)/\(day)")
    request.until = event.deadline
    try await transaction.notify(request)
  }

  private static func page(of link: AnswerLinkStore.Link) -> String { "/team-management/answer/\(link.secret)" }

  /// What a link leads to, with the people; nil when one of them is gone.
  private func open(_ link: AnswerLinkStore.Link, _ event: TeamEvent) async throws -> OpenedLink? {
    let people = try await host.authentication.accounts([link.account, link.recipient])
    guard let account = people[link.account], let recipient = people[link.recipient] else { return nil }
    return OpenedLink(event: event, account: account, recipient: recipient)
  }

  /// A link works as long as both are on the team. Who changes something asks in the transaction itself: one that asked
  /// elsewhere would need a second connection while a crowd holds all of them.
  private func areMembers(
    _ link: AnswerLinkStore.Link, of team: String, in transaction: any Transaction
  ) async throws -> Bool {
    for person in Set([link.account, link.recipient])
    where try await transaction.groups.membership(of: person, in: team) == nil { return false }
    return true
  }

  private func areMembers(_ link: AnswerLinkStore.Link, of team: String) async throws -> Bool {
    for person in Set([link.account, link.recipient])
    where try await !host.groups.isMember(person, of: Team.scope(team)) { return false }
    return true
  }

  /// That of a guardian works as long as the guardian is one.
  private static func isAllowed(
    _ link: AnswerLinkStore.Link, _ event: TeamEvent, in transaction: any ReadTransaction
  ) async throws -> Bool {
    guard link.account != link.recipient else { return true }
    return try await GuardianStore.isGuardian(link.recipient, of: link.account, in: event.team, transaction)
  }

  private func question(_ secret: String, at now: Date) async throws -> QuestionOutput {
    let found = try await host.storage.read { transaction -> (AnswerLinkStore.Link, TeamEvent, Answer?, Places)? in
      guard let link = try await AnswerLinkStore.link(secret, in: transaction),
        let event = try await EventStore.find(link.event, in: transaction),
        try await Self.isAllowed(link, event, in: transaction)
      else { return nil }
      return (
        link, event, try await AnswerStore.answer(of: link.account, to: event.id, in: transaction),
        try await AnswerStore.places(in: event, transaction)
      )
    }
    guard let (link, event, answer, places) = found, let opened = try await open(link, event),
      try await areMembers(link, of: event.team), let group = try await host.groups.group(opened.event.team),
      try await !isTooYoung(opened.account.id, for: opened.event)
    else { throw Problem.answerLinkUnknown }
    let isOpen = !opened.event.plan.isCancelled && now < opened.event.deadline && group.archivedAt == nil
    return QuestionOutput(
      opened, team: group.name, isOpen: isOpen,
      mine: answer.map { MyAnswer($0, position: places.position(of: opened.account.id)) })
  }
}

/// What a link leads to.
struct OpenedLink: Sendable {
  let event: TeamEvent
  /// Whose answer it is.
  let account: Account
  let recipient: Account
}

struct AskedOutput: RouteOutput, Decodable {
  /// How many had not answered.
  var asked: Int
}

struct AnswerLinkInput: RouteInput {
  var secret: String
  static var schema: Schema { .object([("secret", Fields.id)], required: ["secret"]) }
}

struct LinkedAnswerInput: RouteInput {
  var secret: String
  var reply: Answer.Reply
  /// For those who look after the team.
  var note: String?

  static var schema: Schema {
    .object([("secret", Fields.id)] + AnswerInput.said, required: ["secret", "reply"])
  }
}

/// What is asked of whoever has a link: only as much of the event as the answer needs.
struct QuestionOutput: RouteOutput, Decodable {
  var team: String
  /// Whose answer it is.
  var name: String
  var isForOther: Bool
  var title: String
  var startsAt: Date
  var endsAt: Date
  var timeZone: String
  /// Whether it has no hours.
  var allDay: Bool
  /// The first place, in one line; empty when it is not told.
  var place: String
  var deadlineAt: Date
  var isCancelled: Bool
  /// Whether answers are taken.
  var isOpen: Bool
  var mine: MyAnswer?

  init(_ opened: OpenedLink, team: String, isOpen: Bool, mine: MyAnswer?) {
    let (event, plan) = (opened.event, opened.event.plan)
    (self.team, self.isOpen, self.mine) = (team, isOpen, mine)
    (name, isForOther) = (opened.account.name, opened.account.id != opened.recipient.id)
    (title, startsAt, endsAt) = (plan.title, plan.startsAt, plan.endsAt)
    (timeZone, allDay) = (plan.timeZone, plan.isAllDay)
    (place, deadlineAt) = (plan.details.locations.first?.line ?? "", event.deadline)
    isCancelled = plan.isCancelled
  }
}
