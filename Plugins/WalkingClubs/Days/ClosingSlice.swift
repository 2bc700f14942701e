import FieldhouseKit
import Foundation

/// What is left to close of the day of some clubs.
struct ClosingSlice: Sendable {
  let day: Int
  /// By club; all were due at the same time.
  var closings: ArraySlice<ClosingStore.Closing>
  /// Behind whom of the first club's people it goes on.
  var after: AccountID?
  let company: Company

  /// Closes the day of the next people. For a club that is gone nothing is counted; between seasons what was counted while the day
  /// lay in one is taken back.
  /// - Returns: what is left then.
  func close(limit: Int, at now: Date, in transaction: any Transaction) async throws -> ClosingSlice {
    guard let season = try await SeasonStore.season(of: day, in: transaction) else {
      let isLeft = try await takeBack(limit: limit, at: now, in: transaction)
      return isLeft ? self : try await rest(behind: closings, nil, in: transaction)
    }
    let some = next(within: limit)
    let known = try await ClubStore.clubs(some.map(\.club), in: transaction)
    let clubs = some.map(\.club).filter { known[$0] != nil }
    let found = try await SessionStore.ended(
      clubs, day: day, of: season, at: now, after: after, limit: limit + 1, in: transaction)
    let sessions = Array(found.prefix(limit))
    if !sessions.isEmpty { try await close(sessions, of: season, at: now, in: transaction) }
    guard found.count > limit, let last = sessions.last else {
      return try await rest(behind: some, nil, in: transaction)
    }
    return try await rest(behind: some.prefix { $0.club != last.club }, last.account, in: transaction)
  }

  /// The clubs whose people go into one slice together, as far as is known; one at least.
  private func next(within limit: Int) -> ArraySlice<ClosingStore.Closing> {
    guard after == nil else { return closings.prefix(1) }
    var people = 0
    let some = closings.prefix { closing in
      people += company.sizes[closing.club] ?? 0
      return people <= limit
    }
    return closings.prefix(max(some.count, 1))
  }

  private func rest(
    behind done: ArraySlice<ClosingStore.Closing>, _ account: AccountID?, in transaction: any Transaction
  ) async throws -> ClosingSlice {
    try await ClosingStore.done(done, in: transaction)
    return ClosingSlice(day: day, closings: closings.dropFirst(done.count), after: account, company: company)
  }

  private func close(
    _ sessions: [EndedSession], of season: Season, at now: Date, in transaction: any Transaction
  ) async throws {
    try await SessionStore.put(sessions.compactMap(\.judgedAnew), in: transaction)
    let clubs = Set(sessions.map(\.club)).sorted()
    let playing = try await MatchDayStore.playing(clubs, on: day, in: transaction)
    let results = sessions.map { result($0, season, isMatchDay: playing.contains($0.club)) }
    let kept = try await PointsStore.kept(day, of: sessions.filter(\.isKept).map(\.account), in: transaction)
    let changed = results.filter { kept[$0.account]?.isOf($0) != true }.sorted { $0.account.text < $1.account.text }
    guard !changed.isEmpty else { return }
    let credits = credits(of: changed, over: kept)
    let points = Dictionary(
      sessions.compactMap { one in one.points.map { (one.account, $0) } }, uniquingKeysWith: { one, _ in one })
    let entries = try await Ledger.entries(of: credits, knowing: points, of: season, in: transaction)
    let walked = changed.filter { $0.points.total > 0 }
    let badges = try await BadgeStore.badges(of: Set(walked.map(\.club)).sorted(), in: transaction)
    // From here on nothing is read where nobody is invited and there are no badges: a server works while the rows that
    // follow are made, and ranks are on their way last.
    try await PointsStore.put(changed, over: kept, day: day, season: season.id, at: now, in: transaction)
    try await Ledger.write(entries, in: transaction)
    try await StandingStore.add(credits, day: day, in: transaction)
    try await tell(sessions, results, kept, season, in: transaction)
    for club in Set(changed.map(\.club)).sorted() {
      try await transaction.publish(Club.topic(club), LiveEvent("points"))
    }
    let invited = Set(sessions.filter(\.isInvited).map(\.account))
    try await InvitationStore.credit(
      walked.map(\.account).filter(invited.contains), at: now, in: transaction)
    try await BadgeStore.award(badges, for: walked, day: day, season: season.id, at: now, in: transaction)
    try await Ledger.rank(entries, at: now, in: transaction)
  }

  private func result(_ session: EndedSession, _ season: Season, isMatchDay: Bool) -> DayResult {
    let together = company.kind(of: session.account, in: session.club)
    let points = DayPoints(
      counted: session.counted, isTogether: together != .alone, isMatchDay: isMatchDay, season.rules)
    return DayResult(
      account: session.account, day: day, season: season.id, club: session.club, crew: session.crew,
      steps: session.steps, points: points, together: together)
  }

  /// What gives what has become more, and takes what has become less.
  private func credits(of results: [DayResult], over kept: [AccountID: PointsStore.Kept]) -> [Credit] {
    var credits: [Credit] = []
    for result in results {
      let place = Credit.Place(season: result.season, club: result.club, crew: result.crew)
      var credit = Credit(
        account: result.account, place: place, points: result.points.total, steps: result.steps,
        days: result.points.total > 0 ? 1 : 0)
      if let before = kept[result.account] {
        let taken = before.takenBack(from: result.account)
        if taken.place == place {
          (credit.points, credit.steps) = (credit.points + taken.points, credit.steps + taken.steps)
          credit.days += taken.days
        } else {
          credits.append(taken)
        }
      }
      credits.append(credit)
    }
    return credits
  }

  /// Takes back what some people of the clubs had counted of a day that lies in no season any more, and tells them.
  /// - Returns: whether more may be left.
  private func takeBack(limit: Int, at now: Date, in transaction: any Transaction) async throws -> Bool {
    let gone = try await PointsStore.take(day, from: closings.map(\.club), limit: limit, in: transaction)
    guard !gone.isEmpty else { return false }
    let credits = gone.map { $0.kept.takenBack(from: $0.account) }
    let entries = try await Ledger.entries(of: credits, in: transaction)
    try await Ledger.write(entries, in: transaction)
    try await StandingStore.add(credits, day: day, in: transaction)
    for club in Set(credits.map(\.place.club)).sorted() {
      try await transaction.publish(Club.topic(club), LiveEvent("points"))
    }
    let lost = gone.filter { $0.kept.points > 0 }.map(\.account)
    if !lost.isEmpty { try await tell(lost, mark: "\(now.millisecondsSince1970)", in: transaction) }
    try await Ledger.rank(entries, at: now, in: transaction)
    return gone.count == limit
  }

  /// Tells those whose points have changed because the season's rules have.
  private func tell(
    _ sessions: [EndedSession], _ results: [DayResult], _ kept: [AccountID: PointsStore.Kept], _ season: Season,
    in transaction: any Transaction
  ) async throws {
    let changed = zip(sessions, results).filter { session, result in
      session.judgedAnew != nil && kept[result.account].map { $0.points != result.points.total } ?? false
    }
    guard !changed.isEmpty else { return }
    try await tell(changed.map(\.0.account), mark: "\(season.version)", in: transaction)
  }

  /// - Parameter mark: tells apart why a day was counted anew.
  private func tell(_ accounts: [AccountID], mark: String, in transaction: any Transaction) async throws {
    let name = CivilDay.text(day)
    try await transaction.notify(
      NotificationRequest(
        recipients: accounts, kind: "recounted", text: "recounted", arguments: ["day": name],
        link: "/walking-clubs/days/\(name)", deduplicationKey: "recounted/\(day)/\(mark)"))
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
