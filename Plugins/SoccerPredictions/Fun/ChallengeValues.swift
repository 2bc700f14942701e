import FieldhouseKit

/// Another person.
struct PersonInput: RouteInput {
  var person: String
  static var schema: Schema { .object([("person", .string(minLength: 1, maxLength: 100))], required: ["person"]) }
}

/// The leagues of a challenge.
struct ChallengeInput: RouteInput {
  var person: String
  var leagues: [String]

  static var schema: Schema {
    .object(
      [
        ("person", .string(minLength: 1, maxLength: 100)),
        ("leagues", .array(of: .string(minLength: 1, maxLength: 60), count: 1...50)),
      ], required: ["person", "leagues"])
  }
}

/// What somebody answers to a challenge.
struct ChallengeAnswerInput: RouteInput {
  var person: String
  var accept: Bool
  static var schema: Schema {
    .object(
      [("person", .string(minLength: 1, maxLength: 100)), ("accept", .boolean())], required: ["person", "accept"])
  }
}

/// What one of two people has in a fun game.
struct FunScoreOutput: RouteOutput, Decodable {
  /// The rank among the two.
  var rank: Int
  /// May be below 0.
  var points: Int
}

/// A league of a challenge in the season shown.
struct ChallengeLeagueOutput: RouteOutput, Decodable {
  var league: NamedOutput
  /// As people write it; nil before the first season.
  var season: String?
  var mine: FunScoreOutput
  var theirs: FunScoreOutput
}

/// How it stands between me and another person.
struct ChallengeOutput: RouteOutput {
  var account: Account
  /// `none`, `sent`, `received` or `running`.
  var state: String
  var leagues: [ChallengeLeagueOutput]

  static var schema: Schema {
    .object(
      [
        ("account", Account.schema), ("state", .enumeration(["none", "sent", "received", "running"])),
        ("leagues", .array(of: ChallengeLeagueOutput.schema)),
      ], required: ["account", "state", "leagues"])
  }
}

extension Problem {
  static var personUnknown: Problem { .notFound("person-unknown", "There is nobody of this id.") }
  static var challengeUnknown: Problem { .notFound("challenge-unknown", "There is no such challenge.") }
  static var challengePending: Problem {
    .conflict("challenge-pending", "One of you has asked already. Answer the request, or wait for the answer.")
  }
  static var tooManyChallenges: Problem {
    .conflict("too-many-challenges", "You have 200 challenges. End one before you begin another.")
  }
}
