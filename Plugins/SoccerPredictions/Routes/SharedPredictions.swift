import FieldhouseKit
import Foundation

/// What people predict at the same time, kept in one transaction.
typealias SharedPredictions = SharedWrites<MadePrediction, PredictionOutput>

/// What somebody predicts.
struct MadePrediction: Sendable {
  let input: PredictionInput
  let account: AccountID
  let now: Date
}

extension SoccerPredictions {
  /// Keeps what several people predict with statements about all of them. Who predicts several matches at once has those behind the
  /// first go alone.
  func save(_ made: [MadePrediction], in transaction: any Transaction) async throws -> [SharedPredictions.Outcome] {
    var outcomes = made.map { _ in SharedPredictions.Outcome.alone }
    let known = catalogue.reading
    let ids = made.compactMap { try? known.match($0.input.match).id }
    let reading = try await tracker.current(Set(ids), in: transaction)
    var (new, people): ([(place: Int, prediction: NewPrediction)], Set<AccountID>) = ([], [])
    for (place, one) in made.enumerated() where people.insert(one.account).inserted {
      do { new.append((place, try NewPrediction(one, in: reading))) } catch { outcomes[place] = .refusal(error) }
    }
    let saved = try await keep(new.map(\.prediction), in: transaction)
    for (place, one) in new {
      if let saved = saved[one.account] { outcomes[place] = .answer(PredictionOutput(saved, isOpen: true)) }
    }
    return outcomes
  }

  private func keep(
    _ predictions: [NewPrediction], in transaction: any Transaction
  ) async throws -> [AccountID: StoredPrediction] {
    let saved = try await store.save(predictions, in: transaction)
    // What is changed counts on the board as before until the match is settled.
    let new = predictions.filter { saved[$0.account].map { $0.createdAt == $0.updatedAt } == true }
    for (season, own) in Dictionary(grouping: new, by: \.match.league.description).sorted(by: { $0.key < $1.key }) {
      try await settler.rank(own.map { ($0.account, $0.now) }, season, in: transaction)
    }
    try await reminders.predicted(new, in: transaction)
    return saved
  }
}

extension NewPrediction {
  /// - Throws: ``Problem`` 404 `match-unknown`; 409 `teams-unknown`, `predictions-closed`; 422 with every rule that it breaks.
  fileprivate init(_ made: MadePrediction, in reading: Catalogue.Reading) throws {
    let match = try reading.match(made.input.match)
    guard match.areTeamsKnown else { throw SoccerPredictions.teamsUnknown }
    guard match.isOpen(at: made.now) else { throw SoccerPredictions.closed }
    let prediction = try Prediction(made.input, for: match, in: reading)
    self.init(match: match, prediction: prediction, account: made.account, now: made.now)
  }
}

extension Prediction {
  /// The prediction of an input.
  /// - Throws: ``Problem`` 422 with every rule it breaks.
  fileprivate init(_ input: PredictionInput, for match: Match, in reading: Catalogue.Reading) throws {
    let scorers = input.scorers ?? []
    let players = scorers.map(PlayerID.init)
    let unreadable = players.indices.filter { players[$0] == nil }.map {
      Problem.Field(
        pointer: "/scorers/\($0)", code: "scorer-unknown", detail: "A player's id looks like nat-brazil:neymar.")
    }
    let readable = players.indices.filter { players[$0] != nil }
    self.init(home: input.home, away: input.away, scorers: players.compactMap { $0.map(reading.player(called:)) })
    let broken = problems(in: match).map { problem in
      // The place among the scorers of the input, not among those that can be read.
      let place = problem.pointer.split(separator: "/").last.flatMap { digits(in: $0) }
      return Problem.Field(
        pointer: place.map { "/scorers/\(readable[$0])" } ?? problem.pointer, code: problem.code, detail: problem.detail
      )
    }
    guard unreadable.isEmpty, broken.isEmpty else { throw Problem.invalid(unreadable + broken) }
  }
}
