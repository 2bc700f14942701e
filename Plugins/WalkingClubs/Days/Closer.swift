import FieldhouseKit
import Foundation

/// Closes the days of clubs: who walked with others is looked for once for all of a club, and what the day brought everybody is
/// committed in slices, a few statements each; small clubs share one. Closing a day once more changes what has changed and
/// nothing else.
final class Closer: Sendable {
  /// So many people are in a slice.
  static let slice = 500
  /// So many clubs' days are looked at before they are closed.
  private static let portion = 50

  private let host: PluginHost

  init(host: PluginHost) { self.host = host }

  /// - Returns: when the next day is to be closed; nil for none.
  func step() async throws -> Date? {
    while try await closeSome() {}
    return try await host.storage.read { try await ClosingStore.next(in: $0) }
  }

  /// Closes the days that are due first.
  /// - Returns: whether there were any.
  private func closeSome() async throws -> Bool {
    let now = host.clock.now
    let due = try await host.storage.read { try await ClosingStore.due(at: now, limit: Self.portion, in: $0) }
    var found: [ClosingDay] = []
    for closing in due { found.append(try await ClosingDay.read(closing, from: host.storage)) }
    let days = found
    var place = Place()
    while place.index < days.count {
      let from = place
      place = try await host.storage.write { try await Self.close(days, from: from, at: now, in: $0) }
    }
    return !due.isEmpty
  }

  /// How far days are closed: which one is next, and behind whom of its people.
  private struct Place {
    var index = 0
    var account: AccountID?
  }

  /// Closes a slice: the days of the next people, of one club or of several.
  private static func close(
    _ days: [ClosingDay], from start: Place, at now: Date, in transaction: any Transaction
  ) async throws -> Place {
    var (place, left) = (start, slice)
    while place.index < days.count, left > 0 {
      let day = days[place.index]
      let people = try await day.close(after: place.account, limit: left, at: now, in: transaction)
      if people.count == left {
        place.account = people.last
      } else {
        try await ClosingStore.done(day.closing, in: transaction)
        place = Place(index: place.index + 1)
      }
      left -= people.count
    }
    return place
  }
}

/// A day of a club that is closed, with what is known of all of its people together.
struct ClosingDay: Sendable {
  let closing: ClosingStore.Closing
  /// Those who walked with others, by how it is known.
  let recognised: Set<String>
  let checkedIn: Set<String>

  static func read(_ closing: ClosingStore.Closing, from storage: any Storage) async throws -> ClosingDay {
    let (club, day) = (closing.club, closing.day)
    let (checkedIn, marks) = try await storage.read { transaction in
      (
        try await WalkStore.companions(of: club, day: day, in: transaction),
        try await PresenceStore.marks(of: club, in: DayZones.span(of: day...day), transaction)
      )
    }
    return ClosingDay(closing: closing, recognised: Companions.together(marks), checkedIn: checkedIn)
  }

  /// Closes the day of the next people. Between seasons, and for a club that is gone, nothing is counted.
  /// - Returns: who they are; fewer than `limit` when nobody is left.
  func close(
    after: AccountID?, limit: Int, at now: Date, in transaction: any Transaction
  ) async throws -> [AccountID] {
    let (club, day) = (closing.club, closing.day)
    guard let season = try await SeasonStore.season(of: day, in: transaction),
      try await ClubStore.club(club, in: transaction) != nil
    else { return [] }
    let sessions = try await SessionStore.ended(
      club, day: day, of: season, at: now, after: after, limit: limit, in: transaction)
    guard !sessions.isEmpty else { return [] }
    try await SessionStore.put(sessions.compactMap(\.judgedAnew), in: transaction)
    let isMatchDay = try await MatchDayStore.isMatchDay(day, of: club, in: transaction)
    let results = sessions.map { result($0, season, isMatchDay: isMatchDay) }
    let kept = try await PointsStore.kept(day, of: sessions.map(\.account), in: transaction)
    let changed = results.filter { kept[$0.account]?.isOf($0) != true }
    guard !changed.isEmpty else { return sessions.map(\.account) }
    try await PointsStore.put(changed, at: now, in: transaction)
    try await credit(changed, kept, at: now, in: transaction)
    try await tell(sessions, results, kept, season, in: transaction)
    let walked = changed.filter { $0.points.total > 0 }
    try await InvitationStore.credit(walked.map(\.account), at: now, in: transaction)
    try await BadgeStore.award(walked, day: day, club: club, season: season.id, at: now, in: transaction)
    return sessions.map(\.account)
  }

  private func result(_ session: EndedSession, _ season: Season, isMatchDay: Bool) -> DayResult {
    let name = session.account.text
    let together: DayResult.Together =
      checkedIn.contains(name) ? .walk : recognised.contains(name) ? .recognised : .alone
    let points = DayPoints(
      counted: session.counted, isTogether: together != .alone, isMatchDay: isMatchDay, season.rules)
    return DayResult(
      account: session.account, day: closing.day, season: season.id, club: closing.club, crew: session.crew,
      steps: session.steps, points: points, together: together)
  }

  /// Gives what has become more, takes what has become less.
  private func credit(
    _ results: [DayResult], _ kept: [AccountID: PointsStore.Kept], at now: Date, in transaction: any Transaction
  ) async throws {
    var credits: [Credit] = []
    for result in results {
      let place = Credit.Place(season: result.season, club: result.club, crew: result.crew)
      var credit = Credit(
        account: result.account, place: place, points: result.points.total, steps: result.steps,
        days: result.points.total > 0 ? 1 : 0)
      if let before = kept[result.account] {
        let old = Credit.Place(season: before.season, club: before.club, crew: before.crew)
        let taken = Credit(
          account: result.account, place: old, points: -before.points, steps: -before.steps,
          days: before.points > 0 ? -1 : 0)
        if old == place {
          (credit.points, credit.steps) = (credit.points + taken.points, credit.steps + taken.steps)
          credit.days += taken.days
        } else {
          credits.append(taken)
        }
      }
      credits.append(credit)
    }
    try await Ledger.add(credits, at: now, in: transaction)
    for (club, some) in Dictionary(grouping: credits, by: \.place.club).sorted(by: { $0.key < $1.key }) {
      let sum = some.reduce(into: (points: 0, steps: 0, walkers: 0)) { sum, one in
        sum = (sum.points + one.points, sum.steps + one.steps, sum.walkers + one.days)
      }
      try await StandingStore.add(
        club, day: closing.day, points: sum.points, steps: sum.steps, walkers: sum.walkers, in: transaction)
    }
  }

  /// Tells those whose points have changed because the season's rules have, and whoever watches the club's boards.
  private func tell(
    _ sessions: [EndedSession], _ results: [DayResult], _ kept: [AccountID: PointsStore.Kept], _ season: Season,
    in transaction: any Transaction
  ) async throws {
    let changed = zip(sessions, results).filter { session, result in
      session.judgedAnew != nil && kept[result.account].map { $0.points != result.points.total } ?? false
    }
    if !changed.isEmpty {
      let name = CivilDay.text(closing.day)
      try await transaction.notify(
        NotificationRequest(
          recipients: changed.map(\.0.account), kind: "recounted", text: "recounted", arguments: ["day": name],
          link: "/walking-clubs/days/\(name)", deduplicationKey: "recounted/\(closing.day)/\(season.version)"))
    }
    try await transaction.publish(Club.topic(closing.club), LiveEvent("points"))
  }
}

extension Session {
  /// The day by the rules that a season has now; what was walked before the person joined stays so.
  func judged(by season: Season) -> Session {
    guard version != season.version else { return self }
    let end = endsAt.millisecondsSince1970
    let lines = content.lines.map { line in
      let terms = DaySession.Terms(
        rules: season.rules, body: BodyFigures(), joinedAt: line.cut == .early ? nil : Int64.min, end: end)
      var judged = DaySession([line.activity], terms).lines[0]
      judged.energy = line.energy
      return judged
    }
    var content = content
    content.lines = lines
    return Session(
      account: account, day: day, club: club, crew: crew, endsAt: endsAt, content: content, version: season.version,
      reckonedAt: reckonedAt)
  }
}
