import FieldhouseKit

extension Problem {
  static var courseUnknown: Problem { .notFound("course-unknown", "There is no such course.") }
  static var layoutUnknown: Problem { .notFound("layout-unknown", "The course has no such layout.") }
  static var playerUnknown: Problem { .notFound("player-unknown", "There is no such player on the card.") }
  static var alone: Problem { .forbidden("Only the host removes others.") }
  static var notYours: Problem { .forbidden("Only the host, and whoever wrote the player down, hands a row on.") }
  static var claimUnknown: Problem { .notFound("claim-unknown", "This leads to no row of a card any more.") }
  static var playsAlready: Problem { .conflict("plays-already", "You play on this card yourself.") }
  static var notFriends: Problem {
    .conflict("not-friends", "Friends can be invited; others join with the lobby code or the QR code.")
  }
  static var invitationExpired: Problem { .conflict("invitation-expired", "Invitation expired") }
  static var rowTaken: Problem { .conflict("row-taken", "Another card has a row of this id. Choose another one.") }
  static var full: Problem { .conflict("card-full", "The card is full: \(FolfScoring.mostPlayers) people play on it.") }
  static var started: Problem { .conflict("round-started", "The game has already started.") }
  static var notStarted: Problem { .conflict("round-not-started", "The game has not started yet.") }
  static var over: Problem { .conflict("round-over", "The game is over.") }
  static var codesExhausted: Problem {
    .unavailable("codes-exhausted", "Too many games are open. Try again later.", retryAfterSeconds: 60)
  }

  static func codeUnknown(_ code: String) -> Problem {
    .notFound("code-unknown", "No game found with the lobby code \(code).")
  }

  static func started(_ code: String) -> Problem {
    .conflict("round-started", "A game with the lobby code \(code) was found but has already started.")
  }

  static func unfit(_ game: Game) -> Problem {
    let sides = game.sides
    let sentence =
      sides.lowerBound == sides.upperBound
      ? "This game is for two players or two teams."
      : game.needsMarks
        ? "This game is for \(sides.lowerBound) players or more, each alone."
        : "This game needs \(sides.lowerBound) players or more."
    return .conflict("players-unfit", sentence)
  }
}
