import FieldhouseKit
import Foundation

/// A prediction to be saved.
struct PredictionInput: RouteInput {
  var match: String
  var home: Int
  var away: Int
  var scorers: [String]?

  static var schema: Schema {
    let goals = Schema.integer(0...99, description: "Goals after 90 minutes.")
    return .object(
      [
        ("match", .string(minLength: 1, maxLength: 200)), ("home", goals), ("away", goals),
        ("scorers", .array(of: .string(minLength: 3, maxLength: 200, description: "A player's id."), count: 0...198)),
      ], required: ["match", "home", "away"])
  }
}

/// A friend's prediction; without goals where the friend has none.
struct FriendPredictionOutput: RouteOutput {
  var account: Account
  var home: Int?
  var away: Int?
  var scorers: [String] = []
  var points: Int?

  static var schema: Schema {
    .object(
      [
        ("account", Account.schema), ("home", .integer(0...99)), ("away", .integer(0...99)),
        ("scorers", .array(of: .string())), ("points", .integer(0...Int64.max)),
      ], required: ["account", "scorers"])
  }
}

/// How the points of my prediction came about.
struct ReceiptOutput: RouteOutput, Decodable {
  struct Component: RouteOutput, Decodable {
    /// `win`, `score`, `scorer` or `module`; under a rule of the league a `RulePart.Kind`.
    var kind: String
    var predicted: String
    var actual: String
    var isCorrect: Bool
    var points: Worth
  }

  var ruleVersion: String
  var matchVersion: String
  /// Why the match earns nobody points.
  var void: String?
  var components: [Component]
  var total: Int

  init(_ receipt: PointsReceipt) {
    ruleVersion = receipt.ruleVersion
    matchVersion = receipt.matchVersion
    void = receipt.void?.rawValue
    components = receipt.components.map {
      Component(
        kind: $0.kind.rawValue, predicted: $0.predicted, actual: $0.actual, isCorrect: $0.isCorrect,
        points: Worth($0.points))
    }
    total = receipt.total
  }

  /// Of a match under a rule of its league.
  init(_ match: LeagueMatch, _ prediction: StoredPrediction, _ named: Prediction, _ void: VoidReason?) {
    let parts = match.parts(named, hasJoker: prediction.hasJoker)
    ruleVersion = match.version.name
    matchVersion = match.match.version
    self.void = void?.rawValue
    components = parts.map {
      Component(
        kind: $0.kind.rawValue, predicted: $0.predicted, actual: match.facts?.actual.text ?? "",
        isCorrect: $0.points > .zero, points: $0.points)
    }
    total = parts.total.whole
  }
}

extension SoccerPredictions {
  static var closed: Problem { .conflict("predictions-closed", "The predictions are closed.") }
  static var open: Problem {
    .conflict(
      "predictions-open", "You cannot view the predictions of your friends till the time the predictions are closed.")
  }
  static var teamsUnknown: Problem {
    .conflict("teams-unknown", "The teams of this match are not known yet. Predict it once they are.")
  }
  private static var none: Problem { .notFound("prediction-unknown", "You have not predicted this match.") }
  private static var jokerLocked: Problem {
    .conflict("joker-locked", "The joker of this round is on a match whose predictions are closed.")
  }
  private static var pending: Problem { .conflict("match-pending", "The match is not settled yet.") }

  func predictionRoutes(_ routes: inout Routes) {
    let path = "/matches/{match}/prediction"
    let saving = SharedPredictions(host.storage) { made, transaction in try await save(made, in: transaction) }
    routes.get(
      path, "My prediction of a match", access: .account, problems: [Self.unknownMatch, Self.none, Self.closed]
    ) { (input: MatchInput, call) in try await myPrediction(input.match, call) }
    routes.put(
      path, "Save my prediction, until 15 minutes before kick-off", access: .account,
      problems: [Self.unknownMatch, Self.closed, Self.teamsUnknown]
    ) { (input: PredictionInput, call) in
      try await saving.write(MadePrediction(input: input, account: try call.account.id, now: call.now))
    }
    routes.delete(
      path, "Take my prediction back, until 15 minutes before kick-off", access: .account,
      problems: [Self.unknownMatch, Self.closed, Self.none]
    ) { (input: MatchInput, call, transaction) in try await withdraw(input.match, call, transaction) }
    routes.get(
      "\(path)/receipt", "How the points of my prediction came about", access: .account,
      problems: [Self.unknownMatch, Self.none, Self.pending]
    ) { (input: MatchInput, call) in try await receipt(input.match, call) }
    routes.put(
      "/matches/{match}/joker", "Make my prediction the joker of its round, in the place of another one",
      access: .account, problems: [Self.unknownMatch, Self.closed, Self.none, Self.jokerLocked]
    ) { (input: MatchInput, call, transaction) in try await setJoker(true, input.match, call, transaction) }
    routes.delete(
      "/matches/{match}/joker", "My prediction is not the joker of its round any more", access: .account,
      problems: [Self.unknownMatch, Self.closed, Self.none]
    ) { (input: MatchInput, call, transaction) in try await setJoker(false, input.match, call, transaction) }
    routes.get(
      "/matches/{match}/predictions/friends",
      "The people I follow or share a group with and what they predict, once predictions are closed", access: .account,
      problems: [Self.unknownMatch, Self.open]
    ) { (input: MatchInput, call) in try await friends(input.match, call) }
  }

  private func stored(_ match: String, _ call: Call) async throws -> StoredPrediction? {
    let account = try call.account.id
    return try await host.storage.read { [store] transaction in
      try await store.find(match, account, in: transaction)
    }
  }

  /// - Throws: ``Problem`` 404 while a match can be predicted and is not, 409 once it cannot be any more.
  private func myPrediction(_ id: String, _ call: Call) async throws -> PredictionOutput {
    let match = try catalogue.reading.match(id)
    let isOpen = match.isOpen(at: call.now)
    guard let found = try await stored(match.id, call) else {
      throw isOpen || !match.areTeamsKnown ? Self.none : Self.closed
    }
    return PredictionOutput(found, isOpen: isOpen)
  }

  private func withdraw(_ id: String, _ call: Call, _ transaction: any Transaction) async throws -> NoContent {
    let match = try await tracker.current(try catalogue.reading.match(id), in: transaction)
    guard match.isOpen(at: call.now) else { throw Self.closed }
    let account = try call.account.id
    guard try await store.remove(match.id, account, in: transaction) else { throw Self.none }
    try await reminders.withdrawn(match, by: account, at: call.now, in: transaction)
    try await settler.rank(account, match.league.description, at: call.now, in: transaction)
    return NoContent()
  }

  /// A joker counts where a group's rule has one. It is fixed once the predictions of its match are closed.
  private func setJoker(
    _ isJoker: Bool, _ id: String, _ call: Call, _ transaction: any Transaction
  ) async throws -> NoContent {
    let reading = catalogue.reading
    let match = try await tracker.current(try reading.match(id), in: transaction)
    guard match.isOpen(at: call.now) else { throw Self.closed }
    let account = try call.account.id
    guard try await store.find(match.id, account, in: transaction) != nil else { throw Self.none }
    if isJoker {
      for other in try await store.jokers(of: account, season: match.league.description, in: transaction)
      where other != match.id {
        guard let known = reading.matches[other], known.round == match.round else { continue }
        guard try await tracker.current(known, in: transaction).isOpen(at: call.now) else { throw Self.jokerLocked }
        try await store.setJoker(false, other, account, in: transaction)
      }
    }
    try await store.setJoker(isJoker, match.id, account, in: transaction)
    return NoContent()
  }

  private func receipt(_ id: String, _ call: Call) async throws -> ReceiptOutput {
    let match = try catalogue.reading.match(id)
    guard let mine = try await stored(match.id, call) else { throw Self.none }
    let prediction = catalogue.reading.prediction(mine.prediction)
    let state = match.view(at: call.now).state
    if let ruled = try await settler.leagueMatch(match, state: state) {
      let void = settler.scoring.settlement.receipt(for: prediction, on: match, state: state)?.void
      return ReceiptOutput(ruled, mine, prediction, void)
    }
    guard let receipt = try settler.scoring.receipt(for: prediction, on: match, state: state) else {
      throw Self.pending
    }
    return ReceiptOutput(receipt)
  }

  private func friends(_ id: String, _ call: Call) async throws -> Page<FriendPredictionOutput> {
    let match = try catalogue.reading.match(id)
    guard !match.isOpen(at: call.now) else { throw Self.open }
    let friends = try await companions(of: try call.account.id)
    let predictions = try await store.find(match.id, of: friends)
    let predicted = Set(predictions.map(\.account))
    let others = friends.filter { !predicted.contains($0) }.prefix(max(0, Self.mostCompanions - predictions.count))
    let people = try await host.authentication.accounts(predictions.map(\.account) + others)
    let told = predictions.compactMap { stored in
      people[stored.account].map {
        FriendPredictionOutput(
          account: $0, home: stored.prediction.score.home, away: stored.prediction.score.away,
          scorers: stored.prediction.scorers.map(\.text), points: stored.points)
      }
    }
    return Page(items: told + others.compactMap { people[$0].map { FriendPredictionOutput(account: $0) } })
  }
}
