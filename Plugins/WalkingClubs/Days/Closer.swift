import FieldhouseKit
import Foundation

/// Closes the days of clubs: who walked with others is looked for once for all of a club, and what the day brought everybody is
/// committed in slices, a few statements each. Closing a day once more changes what has changed and nothing else.
final class Closer: Sendable {
  /// So many people are in a slice.
  static let slice = 500

  private let host: PluginHost

  init(host: PluginHost) { self.host = host }

  /// - Returns: when the next day is to be closed; nil for none.
  func step() async throws -> Date? {
    while let closing = try await next() { try await close(closing) }
    return try await host.storage.read { try await ClosingStore.next(in: $0) }
  }

  private func next() async throws -> ClosingStore.Closing? {
    let now = host.clock.now
    return try await host.storage.read { try await ClosingStore.first(at: now, in: $0) }
  }

  private func close(_ closing: ClosingStore.Closing) async throws {
    let now = host.clock.now
    if let day = try await ClosingDay.read(closing.club, closing.day, from: host.storage) {
      var after: AccountID?
      repeat {
        let last = after
        after = try await host.storage.write { transaction in
          try await day.closeSlice(after: last, at: now, in: transaction)
        }
      } while after != nil
    }
    try await host.storage.write { try await ClosingStore.done(closing, in: $0) }
  }
}

/// A day of a club that is closed, with what all of its people share.
struct ClosingDay: Sendable {
  let club: Club
  let day: Int
  let season: Season
  let isMatchDay: Bool
  /// Those who walked with others, by how it is known.
  let recognised: Set<String>
  let checkedIn: Set<String>

  /// Nil between seasons: nothing is counted then.
  static func read(_ club: String, _ day: Int, from storage: any Storage) async throws -> ClosingDay? {
    let found = try await storage.read { transaction -> (Club, Season, Bool, Set<String>)? in
      guard let season = try await SeasonStore.season(of: day, in: transaction),
        let club = try await ClubStore.club(club, in: transaction)
      else { return nil }
      return (
        club, season, try await MatchDayStore.isMatchDay(day, of: club.id, in: transaction),
        try await WalkStore.companions(of: club.id, day: day, in: transaction)
      )
    }
    guard let (club, season, isMatchDay, checkedIn) = found else { return nil }
    let marks = try await storage.read { transaction in
      try await PresenceStore.marks(of: club.id, in: DayZones.span(of: day...day), transaction)
    }
    return ClosingDay(
      club: club, day: day, season: season, isMatchDay: isMatchDay, recognised: Companions.together(marks),
      checkedIn: checkedIn)
  }

  /// Closes the day of the next people.
  /// - Returns: the last of them; nil when nobody is left.
  func closeSlice(after: AccountID?, at now: Date, in transaction: any Transaction) async throws -> AccountID? {
    let sessions = try await SessionStore.ended(
      club.id, day: day, at: now, after: after, limit: Closer.slice, in: transaction)
    guard let last = sessions.last?.account else { return nil }
    let judged = sessions.map { $0.judged(by: season) }
    try await SessionStore.put(
      zip(sessions, judged).filter { $0.version != $1.version }.map(\.1), in: transaction)
    let results = judged.map(result)
    let kept = try await PointsStore.kept(day, of: sessions.map(\.account), in: transaction)
    try await PointsStore.put(results, at: now, in: transaction)
    try await credit(results, kept, at: now, in: transaction)
    try await tell(sessions, results, kept, in: transaction)
    let walked = results.filter { $0.points.total > 0 }.map(\.account)
    try await InvitationStore.credit(walked, at: now, in: transaction)
    try await BadgeStore.award(walked, day: day, club: club.id, season: season.id, at: now, in: transaction)
    return sessions.count == Closer.slice ? last : nil
  }

  private func result(_ session: Session) -> DayResult {
    let name = session.account.text
    let together: DayResult.Together =
      checkedIn.contains(name) ? .walk : recognised.contains(name) ? .recognised : .alone
    let points = DayPoints(
      counted: session.content.counted, isTogether: together != .alone, isMatchDay: isMatchDay, season.rules)
    return DayResult(
      account: session.account, day: day, season: season.id, club: session.club, crew: session.crew,
      steps: session.content.steps, points: points, together: together)
  }

  /// Gives what has become more, takes what has become less.
  private func credit(
    _ results: [DayResult], _ kept: [AccountID: PointsStore.Kept], at now: Date, in transaction: any Transaction
  ) async throws {
    var (credits, points, steps, walkers): ([Credit], Int, Int, Int) = ([], 0, 0, 0)
    for result in results {
      let before = kept[result.account]
      let place = Credit.Place(season: result.season, club: result.club, crew: result.crew)
      var credit = Credit(account: result.account, place: place, points: 0, steps: 0, days: 0)
      if let before, (before.season, before.club, before.crew) != (place.season, place.club, place.crew) {
        let old = Credit.Place(season: before.season, club: before.club, crew: before.crew)
        credits.append(
          Credit(
            account: result.account, place: old, points: -before.points, steps: -before.steps,
            days: before.points > 0 ? -1 : 0))
      } else if let before {
        (credit.points, credit.steps, credit.days) = (-before.points, -before.steps, before.points > 0 ? -1 : 0)
      }
      credit.points += result.points.total
      credit.steps += result.steps
      credit.days += result.points.total > 0 ? 1 : 0
      credits.append(credit)
      points += result.points.total - (before?.points ?? 0)
      steps += result.steps - (before?.steps ?? 0)
      walkers += (result.points.total > 0 ? 1 : 0) - ((before?.points ?? 0) > 0 ? 1 : 0)
    }
    try await Ledger.add(credits, at: now, in: transaction)
    try await StandingStore.add(club.id, day: day, points: points, steps: steps, walkers: walkers, in: transaction)
  }

  /// Tells those whose points have changed because the season's rules have, and whoever watches the club's boards.
  private func tell(
    _ sessions: [Session], _ results: [DayResult], _ kept: [AccountID: PointsStore.Kept],
    in transaction: any Transaction
  ) async throws {
    let changed = zip(sessions, results).filter { session, result in
      session.version != season.version && kept[result.account].map { $0.points != result.points.total } ?? false
    }
    if !changed.isEmpty {
      let name = CivilDay.text(day)
      try await transaction.notify(
        NotificationRequest(
          recipients: changed.map(\.0.account), kind: "recounted", text: "recounted", arguments: ["day": name],
          link: "/walking-clubs/days/\(name)", deduplicationKey: "recounted/\(day)/\(season.version)"))
    }
    try await transaction.publish(Club.topic(club.id), LiveEvent("points"))
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
