import FieldhouseKit
import Foundation

// What takes place at once: for a person over all teams, with those for whom one answers; for a team, who is busy elsewhere.
extension TeamManagement {
  func conflictRoutes(_ routes: inout Routes) {
    routes.get(
      "/me/conflicts", "Events of my teams that take place at once, for me and for those for whom I answer",
      access: .guest
    ) { (input: ConflictSpanInput, call) in
      try input.check()
      return Page(items: try await conflicts(of: try call.account.id, input))
    }
    routes.get(
      "/teams/{team}/busy", "Members who have something else at a time, of whatever team",
      access: .permission(Permission.calendar, in: "team")
    ) { (input: BusyInput, _) in
      // A day more than events last at most: whole days are longer where clocks are put back.
      guard input.from < input.to, input.to.timeIntervalSince(input.from) <= EventStore.farthest else {
        throw Problem.invalid("/to", "span", "Ask for 31 days at most.")
      }
      return Page(items: try await busy(input))
    }
  }

  /// An event counts for whoever has not said no to it.
  private func conflicts(of me: AccountID, _ span: ConflictSpanInput) async throws -> [ConflictOutput] {
    let groups = try await host.groups.groups(of: me, kind: Team.kind)
    let (events, children, declined) = try await host.storage.read { transaction in
      let events = try await EventStore.events(of: groups.map(\.id), from: span.from, to: span.to, in: transaction)
        .filter { !$0.plan.isCancelled }
      let children = try await GuardianStore.children(of: me, in: transaction)
      let people = Set(children.values.flatMap { $0 } + [me])
      return (events, children, try await AnswerStore.declined(events.map(\.id), by: people, in: transaction))
    }
    let names = Dictionary(groups.map { ($0.id, $0.name) }, uniquingKeysWith: { one, _ in one })
    let concerned = try await seen(events, by: me).compactMap { event -> (event: TeamEvent, people: [AccountID])? in
      let people = ([me] + (children[event.team] ?? [])).filter { declined[event.id]?.contains($0) != true }
      return people.isEmpty ? nil : (event, people)
    }
    let accounts = try await host.authentication.accounts(Array(Set(concerned.flatMap(\.people))))
    let pairs = Conflicts.pairs(concerned.map { ($0.event.plan.startsAt, $0.event.plan.endsAt) })
    return pairs.map { one, other in
      let (first, second) = (concerned[one], concerned[other])
      return ConflictOutput(
        one: ConflictEvent(first.event, team: names[first.event.team] ?? ""),
        other: ConflictEvent(second.event, team: names[second.event.team] ?? ""),
        people: first.people.filter(second.people.contains).compactMap { accounts[$0].map(PersonOutput.init) })
    }
  }

  /// Nobody is told what somebody else does in another team: only that there is something.
  private func busy(_ input: BusyInput) async throws -> [PersonOutput] {
    let members = try await members(of: input.team)
    var teams: [AccountID: [String]] = [:]
    for (member, _) in members {
      teams[member.account] = try await host.groups.groups(of: member.account, kind: Team.kind).map(\.id)
    }
    let all = Array(Set(teams.values.joined()))
    let (events, declined) = try await host.storage.read { transaction in
      let events = try await EventStore.events(of: all, from: input.from, to: input.to, in: transaction)
        .filter { !$0.plan.isCancelled && $0.id != input.event }
      return (
        Dictionary(grouping: events, by: \.team),
        try await AnswerStore.declined(events.map(\.id), by: Set(members.map(\.member.account)), in: transaction)
      )
    }
    return members.filter { member, _ in
      (teams[member.account] ?? []).contains { team in
        events[team]?.contains { declined[$0.id]?.contains(member.account) != true } ?? false
      }
    }.map { PersonOutput($0.account) }
  }
}

struct ConflictSpanInput: RouteInput {
  var from: Date
  var to: Date

  static var schema: Schema {
    .object([("from", Fields.instant), ("to", Fields.instant)], required: ["from", "to"])
  }

  /// - Throws: ``Problem`` 422 for more than a year.
  func check() throws {
    guard from < to, to.timeIntervalSince(from) <= SpanInput.longest else {
      throw Problem.invalid("/to", "span", "Ask for a year at most.")
    }
  }
}

struct BusyInput: RouteInput {
  var team: String
  var from: Date
  var to: Date
  /// An event that does not count: the one that is planned.
  var event: String?

  static var schema: Schema {
    .object(
      [("team", Fields.id), ("from", Fields.instant), ("to", Fields.instant), ("event", Fields.id)],
      required: ["team", "from", "to"])
  }
}

/// Two events that overlap.
struct ConflictOutput: RouteOutput, Decodable {
  /// The one that begins first.
  var one: ConflictEvent
  var other: ConflictEvent
  /// Who would have to be at both: me and those for whom I answer. Nobody where different ones of us are concerned.
  var people: [PersonOutput]
}

struct ConflictEvent: RouteOutput, Decodable {
  var id: String
  var team: String
  var teamName: String
  var title: String
  var startsAt: Date
  var endsAt: Date
  var timeZone: String
  /// Whether it has no hours.
  var allDay: Bool

  init(_ event: TeamEvent, team name: String) {
    (id, team, teamName, title) = (event.id, event.team, name, event.plan.title)
    (startsAt, endsAt) = (event.plan.startsAt, event.plan.endsAt)
    (timeZone, allDay) = (event.plan.timeZone, event.plan.isAllDay)
  }
}
