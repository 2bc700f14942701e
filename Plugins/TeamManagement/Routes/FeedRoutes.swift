import FieldhouseKit
import Foundation

extension TeamManagement {
  func feedRoutes(_ routes: inout Routes) {
    routes.get("/me/feeds", "The addresses at which other programs read my calendars", access: .guest) {
      (_: NoInput, call) in
      let me = try call.account.id
      return Page(items: try await host.storage.read { try await FeedStore.feeds(of: me, in: $0) }.map(FeedOutput.init))
    }
    routes.post(
      "/me/feeds", "Open an address for the calendar of all my teams", access: .account, problems: [.feedsFull]
    ) {
      (_: NoInput, call, transaction) in
      FeedOutput(try await FeedStore.open(team: nil, by: try call.account.id, at: call.now, in: transaction))
    }
    routes.post(
      "/teams/{team}/feeds", "Open an address for the calendar of a team",
      access: .permission(Permission.view, in: "team"), problems: [.feedsFull]
    ) { (input: TeamInput, call, transaction) in
      FeedOutput(try await FeedStore.open(team: input.team, by: try call.account.id, at: call.now, in: transaction))
    }
    routes.delete("/me/feeds/{feed}", "Close an address", access: .guest, problems: [.feedUnknown]) {
      (input: FeedInput, call, transaction) in
      guard try await FeedStore.close(input.feed, of: try call.account.id, in: transaction) else {
        throw Problem.feedUnknown
      }
      return NoContent()
    }
    routes.add(file)
  }

  /// What calendar programs read. The address is the key.
  private var file: Route {
    Route(
      method: .get, path: "/calendars/{secret}", summary: "A calendar as other programs read it (iCalendar)",
      access: .everyone, input: .object([("secret", Fields.id)], required: ["secret"]), output: .string(), status: 200,
      contentType: "text/calendar", problems: [.feedUnknown],
      handler: Route.Handler(plain: { request, call in
        let calendar = try await calendar(request.parameters["secret"] ?? "", at: call.now)
        return RawResponse(
          status: 200, contentType: "text/calendar; charset=utf-8",
          headers: ["etag": CalendarText.tag(calendar.source), "cache-control": "private, no-cache"],
          body: calendar.text)
      }))
  }

  private static let day: TimeInterval = 86_400
  /// Counts on whenever the same events are written otherwise.
  private static let edition = "3"

  /// Three months back and two years ahead. The own calendar leaves out what the person has said no to.
  private func calendar(_ secret: String, at now: Date) async throws -> FeedCache.Written {
    let (from, to) = (now.addingTimeInterval(-90 * Self.day), now.addingTimeInterval(730 * Self.day))
    let found = try await host.storage.read { try await FeedStore.feed(secret: secret, from: from, to: to, in: $0) }
    guard let (feed, events) = found else { throw Problem.feedUnknown }
    let groups = try await teams(of: feed)
    guard feed.team == nil || !groups.isEmpty else { throw Problem.feedUnknown }
    let source =
      if feed.team != nil { try await source(of: feed, groups, events, "") } else {
        try await ownSource(of: feed, groups, from: from, to: to)
      }
    if let known = feeds.calendar(secret, of: source) { return known }
    let written = FeedCache.Written(source: source, text: try await text(of: feed, groups, from: from, to: to))
    feeds.keep(written, for: secret)
    return written
  }

  /// The teams whose events it shows, as far as whoever has opened it is on them and they live.
  private func teams(of feed: FeedStore.Feed) async throws -> [Group] {
    guard let team = feed.team else { return try await host.groups.groups(of: feed.account, kind: Team.kind) }
    guard try await host.groups.isMember(feed.account, of: Team.scope(team)),
      let group = try await host.groups.group(team), group.archivedAt == nil
    else { return [] }
    return [group]
  }

  /// Stands for all that the text of a calendar depends on, and is found much faster than the text.
  /// - Parameter answers: stands for those that it depends on.
  private func source(
    of feed: FeedStore.Feed, _ groups: [Group], _ events: EventStore.State, _ answers: String
  ) async throws -> String {
    let birth = events.hasAges ? try await birth(of: feed.account)?.description ?? "" : ""
    return ([Self.edition] + groups.flatMap { [$0.id, $0.name] } + [events.text, answers, birth])
      .joined(separator: "\n")
  }

  /// The same of the calendar of all teams.
  private func ownSource(of feed: FeedStore.Feed, _ groups: [Group], from: Date, to: Date) async throws -> String {
    let (events, answers) = try await host.storage.read { transaction in
      try await FeedStore.state(of: feed.account, groups.map(\.id), from: from, to: to, in: transaction)
    }
    return try await source(of: feed, groups, events, answers)
  }

  private func text(of feed: FeedStore.Feed, _ groups: [Group], from: Date, to: Date) async throws -> [UInt8] {
    let names = Dictionary(groups.map { ($0.id, $0.name) }, uniquingKeysWith: { one, _ in one })
    let read = try await host.storage.read { [feeds] transaction in
      let marks = try await EventStore.marks(of: groups.map(\.id), from: from, to: to, in: transaction)
      let known = feeds.lines(of: marks.map { FeedCache.Entry($0, names) })
      // What people may be too young for is looked at each time; of the rest only what is not known.
      let wanted = marks.filter { $0.hasAge || known[FeedCache.Entry($0, names)] == nil }.map(\.id)
      let events = try await EventStore.plain(wanted, in: transaction)
      guard feed.team == nil else { return (marks, known, events, Set<String>()) }
      let answers = try await AnswerStore.answers(of: feed.account, to: marks.map(\.id), in: transaction)
      return (marks, known, events, Set(answers.values.filter { $0.reply == .no }.map(\.event)))
    }
    let (marks, known, events, declined) = read
    let written = Dictionary(
      events.map { event in
        let team = names[event.team] ?? ""
        let entry = FeedCache.Entry(id: event.id, version: event.version, team: team)
        return (entry, known[entry] ?? CalendarText.bytes(CalendarText.Entry(event, team: team)))
      }, uniquingKeysWith: { one, _ in one })
    feeds.keep(written)
    let left = Set(try await seen(events, by: feed.account).map(\.id))
    let shown = marks.filter { !declined.contains($0.id) && (!$0.hasAge || left.contains($0.id)) }
    let name = feed.team.flatMap { names[$0] } ?? "Fieldhouse"
    return CalendarText.file(
      name,
      shown.compactMap { mark in
        let entry = FeedCache.Entry(mark, names)
        return known[entry] ?? written[entry]
      })
  }
}

extension FeedCache.Entry {
  fileprivate init(_ mark: EventStore.Mark, _ names: [String: String]) {
    self.init(id: mark.id, version: mark.version, team: names[mark.team] ?? "")
  }
}

extension CalendarText.Entry {
  fileprivate init(_ event: TeamEvent, team: String) {
    let (plan, details) = (event.plan, event.plan.details)
    let title = details.opponent.isEmpty ? plan.title : "\(plan.title) – \(details.opponent)"
    self.init(
      id: event.id, startsAt: plan.startsAt, endsAt: plan.endsAt, changedAt: event.changedAt,
      sequence: event.version - 1,
      isCancelled: plan.isCancelled, summary: "\(team): \(title)", description: details.description,
      location: details.locations.first?.line ?? "", categories: details.tags,
      own: CalendarText.Own(title: plan.title, opponent: details.opponent, kind: plan.kind),
      days: plan.isAllDay ? plan.days.days : nil)
  }
}

struct FeedInput: RouteInput {
  var feed: String
  static var schema: Schema { .object([("feed", Fields.id)], required: ["feed"]) }
}

/// An address of a calendar.
struct FeedOutput: RouteOutput, Decodable {
  var id: String
  /// Below the host's own address. Whoever has it reads the calendar.
  var path: String
  /// Nil for all teams.
  var team: String?

  init(_ feed: FeedStore.Feed) {
    (id, team) = (feed.id, feed.team)
    path = "/v1/team-management/calendars/\(feed.secret)"
  }

  static var schema: Schema { .derived(from: Self.self).refining("path", .string().secret) }
}
