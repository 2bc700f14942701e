import FieldhouseKit
import Foundation

// The rounds of a tournament: their cards, which the players keep each for himself or herself, and compare.
extension FolfScoring {
  func directedRoundRoutes(_ routes: inout Routes) {
    routes.post(
      "/events/{event}/rounds", "Make the cards of the next round, by the rules or as the director wants them",
      access: .permission("direct", in: "event"),
      problems: [.roundOpen, .roundsPlayed, .nobodyPlays, .entrantUnknown]
    ) { (input: CardsInput, call, transaction) in
      try await makeCards(input, at: call.now, in: transaction)
      return EventName(event: input.event)
    }
    routes.get(
      "/rounds/{round}/reconciliation",
      "What the cards of a group say differently, or too few of them say; once I have a score on every hole",
      access: .permission("play", in: "round"), problems: [.notIndependent]
    ) { (input: RoundName, call) in
      let me = try call.account.id
      return try await host.storage.read { try await reconciliation(input.round, for: me, in: $0) }
    }
    routes.post(
      "/rounds/{round}/submission",
      "Submit the card that the group agrees about; more than 30 minutes after its last score it costs two throws (808.F)",
      access: .permission("play", in: "round"), status: 200,
      problems: [.notIndependent, .cardsDiffer, .playerUnknown, .over]
    ) { (input: RoundName, call, transaction) in
      try await submit(input.round, as: try call.account.id, at: call.now, in: transaction)
    }
  }

  private func makeCards(_ input: CardsInput, at now: Date, in transaction: any Transaction) async throws {
    let reading = try await EventReading(input.event, in: transaction)
    let event = reading.event
    let number = (reading.cards.map(\.number).max() ?? 0) + 1
    guard reading.cards.allSatisfy({ reading.finished.contains($0.round) }) else { throw Problem.roundOpen }
    guard number <= event.rounds else { throw Problem.roundsPlayed }
    let known = Dictionary(reading.entrants.map { ($0.id, $0) }) { one, _ in one }
    let groups: [[String]]
    if let wanted = input.cards {
      let ids = wanted.flatMap(\.self)
      guard Set(ids).count == ids.count, ids.allSatisfy({ known[$0] != nil }) else { throw Problem.entrantUnknown }
      groups = wanted
    } else {
      groups = self.groups(reading)
    }
    guard !groups.isEmpty else { throw Problem.nobodyPlays }
    let sheet = groups.enumerated().map { index, entrants in
      TeeSheet.Card(
        entrants: entrants, minutes: event.interval.map { $0 * index } ?? 0,
        hole: event.interval == nil ? index % event.layout.holes.count + 1 : 1)
    }
    let begin = input.startsAt ?? (number == 1 ? event.startsAt : max(event.startsAt, now))
    for card in sheet { try await make(card, number, of: event, known, from: begin, at: now, in: transaction) }
    try await EventStore.set(.running, of: event.id, in: transaction)
  }

  /// Players of a pool and a division together, those with the higher totals first, so that the leaders play last.
  private func groups(_ reading: EventReading) -> [[String]] {
    let parts = Dictionary(grouping: reading.entrants) { "\($0.pool)\u{0}\($0.division)" }
    return parts.sorted { $0.key < $1.key }.flatMap { _, entrants in
      TeeSheet.cards(
        Placing.order(entrants.map(reading.score)), size: reading.event.groupSize, interval: reading.event.interval,
        holes: reading.event.layout.holes.count
      ).map(\.entrants)
    }
  }

  private func make(
    _ card: TeeSheet.Card, _ number: Int, of event: PlayedEvent, _ known: [String: Entrant], from begin: Date,
    at now: Date, in transaction: any Transaction
  ) async throws {
    let (id, layout) = (RoundStore.newID(), event.layout.played(from: card.hole, isReversed: false))
    let teeTime = begin.addingTimeInterval(Double(card.minutes) * 60)
    try await transaction.execute(
      """
      insert into rounds (id, host, state, course, course_name, layout_name, layout, games, format, is_independent, version,
        created_at, touched_at, started_at)
      values (\(id), \(event.owner), 'running', \(event.course), \(event.courseName), \(layout.name),
        \(try JSONText.encode(layout)), '[{"kind":"stroke"}]', 'own', 1, 0, \(now), \(now), \(teeTime))
      """)
    try await transaction.execute(
      """
      insert into event_cards (round, event, number, tee_time, hole)
      values (\(id), \(event.id), \(number), \(teeTime), \(card.hole))
      """)
    var taken: Set<String> = []
    for (place, entrant) in card.entrants.compactMap({ known[$0] }).enumerated() {
      let saved =
        if let account = entrant.account {
          try await ProfileStore.profile(of: account, in: transaction).cardName
        } else { "" }
      let cardName = CardName.given(saved, or: entrant.name, seat: place, besides: taken)
      taken.insert(cardName)
      try await transaction.execute(
        """
        insert into players (id, round, account, seat, name, added_by, place, card_name)
        values (\(RoundStore.newID()), \(id), \(entrant.account), \(entrant.id), \(entrant.name),
          \(entrant.account == nil ? event.owner : nil), \(place + 1), \(cardName))
        """)
      if let account = entrant.account { try await transaction.grant("player", to: account, in: Scope("round", id)) }
    }
    try await transaction.grant("host", to: event.owner, in: Scope("round", id))
    let told = card.entrants.compactMap { known[$0]?.account }.filter { $0 != event.owner }
    guard !told.isEmpty else { return }
    try await transaction.notify(
      NotificationRequest(
        recipients: told, about: [event.owner], kind: "card", text: "cardMade", arguments: ["event": event.name],
        link: "/folf-scoring/events/\(event.id)", deduplicationKey: "\(event.id)/\(number)"))
  }

  private func reconciliation(
    _ id: String, for viewer: AccountID, in transaction: any ReadTransaction
  ) async throws -> ReconciliationOutput {
    let (round, players, entries) = try await independent(id, in: transaction)
    let own = round.card(players, entries.filter { $0.author == viewer.text })
    let card = round.card(players, entries)
    let isReady =
      round.host == viewer
      || own.lines.allSatisfy { line in
        line.isComplete || line.isOut || round.isOut(line.player, on: card, among: players)
      }
    let submitted = try await SubmissionStore.all(of: id, in: transaction)
    let found = compare(round, players, entries)
    return ReconciliationOutput(
      isReady: isReady, completeAt: try await completeAt(id, in: transaction),
      isSubmitted: submitted[viewer] != nil,
      submitted: players.filter { $0.account.map { submitted[$0] != nil } ?? false }.map(\.id),
      differences: !isReady
        ? []
        : found.differences.map { difference in
          ReconciliationOutput.Difference(
            player: difference.player, hole: difference.hole,
            values: difference.values.sorted { $0.key < $1.key }.map { keeper, value in
              ReconciliationOutput.Value(
                keeper: players.first { $0.account?.text == keeper }?.id ?? "", value: value)
            })
        })
  }

  private func submit(
    _ id: String, as keeper: AccountID, at now: Date, in transaction: any Transaction
  ) async throws -> SubmissionOutput {
    let (round, players, entries) = try await independent(id, in: transaction)
    let submitted = try await SubmissionStore.all(of: id, in: transaction)
    guard round.state == .running || submitted[keeper] != nil else { throw Problem.over }
    guard compare(round, players, entries).differences.isEmpty else { throw Problem.cardsDiffer }
    guard let mine = players.first(where: { $0.account == keeper }) else { throw Problem.playerUnknown }
    let complete = try await completeAt(id, in: transaction)
    // A phone that has had no answer sends it again later: what counts is when it came first.
    let isLate = complete.map { (submitted[keeper] ?? now).timeIntervalSince($0) > Reconciliation.time } ?? false
    let isNew = try await SubmissionStore.add(keeper, to: id, at: now, in: transaction)
    if isNew, isLate, let card = try await EventStore.card(ofRound: id, in: transaction) {
      try await EventStore.add(
        Penalty(
          id: RoundStore.newID(), event: card.event, number: card.number, entrant: mine.seat, rule: "808.F",
          throwCount: Reconciliation.latePenalty, note: ""), at: now, in: transaction)
    }
    guard round.state == .running else { return SubmissionOutput(isLate: isLate) }
    try await RoundStore.sign(mine.id, of: round, at: now, in: transaction)
    try await endSubmitted(round, players, entries, Set(submitted.keys).union([keeper]), at: now, in: transaction)
    return SubmissionOutput(isLate: isLate)
  }

  /// A round is over once everybody with an account has submitted who finished.
  func endSubmitted(
    _ round: Round, _ players: [Player], _ entries: [Entry], _ submitted: Set<AccountID>, at now: Date,
    in transaction: any Transaction
  ) async throws {
    let card = round.card(players, entries)
    let isAwaited = players.contains { player in
      player.account.map { !submitted.contains($0) } == true && !round.isOut(player.id, on: card, among: players)
    }
    if !isAwaited { try await RoundStore.move(round, to: .finished, at: now, in: transaction) }
  }

  private func compare(_ round: Round, _ players: [Player], _ entries: [Entry]) -> Reconciliation {
    Reconciliation(round.card(players, entries), keepers: players.keepers, director: round.host?.text)
  }

  private func independent(
    _ id: String, in transaction: any ReadTransaction
  ) async throws -> (Round, [Player], [Entry]) {
    let round = try await RoundStore.round(id, in: transaction)
    guard round.isIndependent else { throw Problem.notIndependent }
    return (
      round, try await RoundStore.players(of: id, in: transaction),
      try await EntryStore.entries(of: id, in: transaction).map(\.entry)
    )
  }

  private func completeAt(_ round: String, in transaction: any ReadTransaction) async throws -> Date? {
    try await transaction.first("select complete_at from rounds where id = \(round)")?["complete_at"] ?? nil
  }
}

/// What the cards of a group say differently.
struct ReconciliationOutput: RouteOutput {
  struct Value: RouteOutput, Decodable {
    /// The row of whoever says so; empty for the director.
    var keeper: String
    var value: Int
  }

  struct Difference: RouteOutput, Decodable {
    var player: String
    /// The position of the hole, from 1; 0 is whether the player did not finish.
    var hole: Int
    /// What each says who says something.
    var values: [Value]
  }

  /// Whether my own card is complete; only then the others' are shown.
  var isReady: Bool
  /// When the last score of the group was there; nil before.
  var completeAt: Date?
  var isSubmitted: Bool
  /// The rows of those who have submitted.
  var submitted: [String]
  /// Empty when the card can be submitted, and while mine is not complete.
  var differences: [Difference]

  static var schema: Schema {
    .object(
      [
        ("isReady", .boolean), ("completeAt", .string(format: .dateTime)), ("isSubmitted", .boolean),
        ("submitted", .array(of: .string())), ("differences", .array(of: Difference.schema)),
      ], required: ["isReady", "isSubmitted", "submitted", "differences"])
  }
}

/// What became of a submission.
struct SubmissionOutput: RouteOutput, Decodable {
  /// Whether it came more than 30 minutes after the last score.
  var isLate: Bool
}

extension Problem {
  fileprivate static var roundOpen: Problem {
    .conflict("round-open", "Cards of the round before are still being played.")
  }
  fileprivate static var roundsPlayed: Problem {
    .conflict("rounds-played", "All rounds of the tournament are played.")
  }
  fileprivate static var nobodyPlays: Problem {
    .conflict("nobody-plays", "Nobody is in the tournament who could play.")
  }
  fileprivate static var notIndependent: Problem {
    .conflict("not-independent", "This is one card for all, and not a card of a tournament.")
  }
  fileprivate static var cardsDiffer: Problem {
    .conflict(
      "cards-differ", "The cards of the group say different things, or one score is not confirmed. Settle that first.")
  }
}
