import FieldhouseKit

// What people think of the game: each says it, and operators read what all have said together.
extension FolfScoring {
  func opinionRoutes(_ routes: inout Routes) {
    routes.get(
      "/me/opinions", "What I may be asked about: of each subject once in 90 days, after my first finished round",
      access: .account
    ) { (_: NoInput, call) in
      let (me, now) = (try call.account.id, call.now)
      return DueOutput(due: try await host.storage.read { try await OpinionStore.due(for: me, at: now, in: $0) })
    }
    routes.put(
      "/me/opinions/{subject}", "Say how satisfied I am, in place of what I said before", access: .account,
      problems: [.nothingFinished]
    ) { (input: OpinionInput, call, transaction) in
      let me = try call.account.id
      guard input.subject == .round || input.help == nil else { throw Problem.helpOfRounds }
      guard try await OpinionStore.hasPlayed(me, in: transaction) else { throw Problem.nothingFinished }
      try await OpinionStore.set(
        Opinion(stars: input.stars, help: input.help), of: input.subject, by: me, at: call.now, in: transaction)
      return NoContent()
    }
    routes.put("/me/opinions/{subject}/pause", "Not be asked about it for 90 days", access: .account) {
      (input: OpinionSubject, call, transaction) in
      try await OpinionStore.putOff(input.subject, by: try call.account.id, at: call.now, in: transaction)
      return NoContent()
    }
    routes.get(
      "/opinions", "What the opinions of the last 365 days come to: from 5 on more than their number",
      access: .operators
    ) { (_: NoInput, call) in
      let now = call.now
      let found = try await host.storage.read { try await OpinionStore.figures(at: now, in: $0) }
      return OpinionsOutput(
        goal: OpinionFigures.goal, fewest: OpinionFigures.fewest, days: Int(OpinionStore.span / 86_400),
        items: found.map { OpinionsOutput.Item($0.subject, $0.figures) })
    }
  }
}

struct OpinionSubject: RouteInput {
  var subject: Opinion.Subject
  static var schema: Schema { .object([("subject", .opinionSubject)], required: ["subject"]) }
}

struct OpinionInput: RouteInput {
  var subject: Opinion.Subject
  /// From 1, not satisfied at all, to 5, very satisfied.
  var stars: Int
  /// How often I needed help: 0 never, 1 once, 2 more often; of a round alone.
  var help: Int?

  static var schema: Schema {
    .object(
      [("subject", .opinionSubject), ("stars", .integer(1...5)), ("help", .nullable(.integer(0...2)))],
      required: ["subject", "stars"])
  }
}

struct DueOutput: RouteOutput {
  var due: [Opinion.Subject]
  static var schema: Schema { .object([("due", .array(of: .opinionSubject))], required: ["due"]) }
}

struct OpinionsOutput: RouteOutput {
  struct Item: RouteOutput {
    var subject: Opinion.Subject
    var answers: Int
    /// Mean stars, to two digits; nil where too few have answered.
    var mean: Double?
    /// Whether the mean is at least the goal, before it was rounded; nil where too few have answered.
    var isMet: Bool?
    /// How many gave 1, 2, 3, 4 and 5 stars; nil where too few have answered.
    var distribution: [Int]?
    /// How many have said how often they needed help.
    var helpAnswers: Int
    /// The share of these who needed it at most once, from 0 to 1; nil where too few have said so.
    var helpedAtMostOnce: Double?

    init(_ subject: Opinion.Subject, _ figures: OpinionFigures) {
      (self.subject, answers, mean, isMet) = (subject, figures.answers, figures.mean, figures.isMet)
      (distribution, helpAnswers) = (figures.distribution, figures.helpAnswers)
      helpedAtMostOnce = figures.helpedAtMostOnce
    }

    static var schema: Schema {
      .object(
        [
          ("subject", .opinionSubject), ("answers", .integer()), ("mean", .number()), ("isMet", .boolean),
          ("distribution", .array(of: .integer())), ("helpAnswers", .integer()), ("helpedAtMostOnce", .number()),
        ], required: ["subject", "answers", "helpAnswers"])
    }
  }

  /// The mean that is aimed at, in stars.
  var goal: Int
  /// From how many answers on more is told than their number.
  var fewest: Int
  /// For how many days an opinion counts.
  var days: Int
  var items: [Item]

  static var schema: Schema {
    .object(
      [("goal", .integer()), ("fewest", .integer()), ("days", .integer()), ("items", .array(of: Item.schema))],
      required: ["goal", "fewest", "days", "items"])
  }
}

extension Schema {
  fileprivate static var opinionSubject: Schema {
    .enumeration(Opinion.Subject.allCases.map { .string($0.rawValue) })
  }
}

extension Problem {
  fileprivate static var nothingFinished: Problem {
    .conflict("nothing-finished", "You have finished no round yet. Play one first.")
  }
  fileprivate static var helpOfRounds: Problem {
    .invalid("/help", "round-only", "How often help was needed is asked of a round alone.")
  }
}
