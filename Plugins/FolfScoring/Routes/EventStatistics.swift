import FieldhouseKit
import Foundation

// How a tournament is played: what each hole costs, and who throws how many birdies.
extension FolfScoring {
  func eventStatisticsRoutes(_ routes: inout Routes) {
    routes.get(
      "/events/{event}/statistics",
      "What each hole has cost so far, and how often each player threw what: for whoever sees the board",
      access: .everyone, problems: [.notFound()]
    ) { (input: EventName, call) in
      let viewer = call.principal?.account.id
      return try await host.storage.read { transaction in
        let reading = try await EventReading(input.event, in: transaction)
        try reading.check(viewer)
        return EventStatistics(try await EventStore.lines(of: reading.cards.map(\.round), in: transaction))
      }
    }
  }
}

struct EventStatistics: RouteOutput, Decodable {
  struct OnHole: RouteOutput, Decodable {
    /// As it stands on the tee sign.
    var number: Int
    var par: Int
    /// How often it was played.
    var count: Int
    var average: Double
    var best: Int
    /// How often it was an ace, an eagle or better, a birdie, a par, a bogey, or worse.
    var names: [String: Int]
  }

  struct OfEntrant: RouteOutput, Decodable {
    var entrant: String
    /// Holes with an ace, an eagle or better, a birdie, a par, a bogey, or worse.
    var names: [String: Int]
  }

  /// In the order of their numbers; without those that nobody has played.
  var holes: [OnHole]
  var entrants: [OfEntrant]

  /// - Parameter lines: what each entrant has played, card by card.
  init(_ lines: [(entrant: String, round: PlayedRound)]) {
    let rounds = lines.map(\.round)
    let byNumber = Dictionary(grouping: rounds.flatMap(\.holes).filter { $0.throwCount != nil }, by: \.number)
    holes = RoundStatistics(rounds).holes.map { hole in
      let names = (byNumber[hole.number] ?? []).map { RoundStatistics.Name($0.throwCount ?? 0, par: $0.par) }
      return OnHole(
        number: hole.number, par: hole.par, count: hole.rounds, average: hole.average, best: hole.best,
        names: Self.counts(Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)))
    }
    entrants = Dictionary(grouping: lines, by: \.entrant).map { entrant, lines in
      OfEntrant(entrant: entrant, names: Self.counts(RoundStatistics(lines.map(\.round)).names))
    }.sorted { $0.entrant < $1.entrant }
  }

  private static func counts(_ names: [RoundStatistics.Name: Int]) -> [String: Int] {
    Dictionary(RoundStatistics.Name.allCases.map { ($0.rawValue, names[$0] ?? 0) }, uniquingKeysWith: +)
  }
}
