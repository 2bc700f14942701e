import FieldhouseKit
import Foundation

extension FolfScoring {
  func ratingRoutes(_ routes: inout Routes) {
    routes.get(
      "/rounds/{round}/handicap", "What my rating suggests as my handicap on the layout of a round",
      access: .permission("play", in: "round")
    ) { (input: RoundName, call) in
      let me = try call.account.id
      return try await host.storage.read { transaction in
        let round = try await RoundStore.round(input.round, in: transaction)
        let mine = try await player(of: me, round: round.id, in: transaction)
        guard let known = try await RatingStore.rating(of: me, in: transaction) else {
          return SuggestionOutput(handicap: nil)
        }
        var layout = Rating.newLayout
        if let course = round.course {
          layout = try await RatingStore.difficulty(course, round.layout.name, mine.tee, in: transaction)
        }
        let par = round.layout.holes.map { $0.par(from: mine.tee) }.reduce(0, +)
        return SuggestionOutput(handicap: Rating.handicap(of: known.estimate, on: layout, par: par))
      }
    }
  }

  /// Rates what is due each night at 3 (UTC), and goes on until nothing is.
  func beginRating() async throws {
    try await host.schedules.schedule("ratings", due: Self.nextNight(after: host.clock.now)) { [host] due in
      while try await host.storage.write({ try await RatingStore.rateDue(at: due, limit: 50, in: $0) }) > 0 {}
      return Self.nextNight(after: due)
    }
  }

  /// The next 3 o'clock (UTC) after an instant.
  static func nextNight(after instant: Date) -> Date {
    let day = 86_400.0
    let start = (instant.timeIntervalSince1970 / day).rounded(.down) * day + 3 * 3_600
    return Date(timeIntervalSince1970: start > instant.timeIntervalSince1970 ? start : start + day)
  }
}

/// A suggested handicap.
struct SuggestionOutput: RouteOutput, Decodable {
  /// Nil while I have no rating.
  var handicap: Int?
}

/// How good somebody is.
struct RatingOutput: RouteOutput, Decodable {
  /// The higher the better; 1000 is par golf of the very best.
  var value: Int
  /// The range in which the true rating lies nineteen times out of twenty: two standard deviations.
  var least: Int
  var most: Int
  /// Rounds that it is reckoned from.
  var rounds: Int

  init(_ known: RatingStore.Known) {
    let (mean, deviation) = (known.estimate.mean, known.estimate.variance.squareRoot())
    (value, rounds) = (Int(mean.rounded()), known.rounds)
    (least, most) = (Int((mean - 2 * deviation).rounded()), Int((mean + 2 * deviation).rounded()))
  }
}
