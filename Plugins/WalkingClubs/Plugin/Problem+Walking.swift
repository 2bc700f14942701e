import FieldhouseKit

extension Problem {
  static var clubUnknown: Problem { .invalid("/club", "club-unknown", "Choose one of the clubs.") }
  static var crewUnknown: Problem { .invalid("/group", "group-unknown", "Choose one of the club's groups.") }
  static var clubNeeded: Problem { .conflict("club-needed", "Choose your club and a group of it first.") }
  static var noSuchClub: Problem { .notFound("club-unknown", "There is no such club.") }
  static var dayUnknown: Problem { .notFound("day-unknown", "There is no session of this day.") }
  static var shareUnknown: Problem { .notFound("share-unknown", "This session is not shared, or not any more.") }
  static var seasonUnknown: Problem { .notFound("season-unknown", "There is no such season.") }
  static var seasonsOverlap: Problem {
    .conflict("seasons-overlap", "Another season has some of these days. Seasons do not overlap.")
  }
  static var zoneUnknown: Problem { .invalid("/timeZone", "zone-unknown", "There is no time zone of this name.") }
  static var walkUnknown: Problem { .notFound("walk-unknown", "There is no such walk.") }
  static var codeWrong: Problem { .conflict("code-wrong", "This is not the code of the walk. Ask who leads it.") }
  static var walkClosed: Problem {
    .conflict("walk-closed", "People check in from half an hour before a walk begins until it ends.")
  }
  static var badgeUnknown: Problem { .notFound("badge-unknown", "There is no such badge.") }
  static var badgesFull: Problem {
    .conflict("badges-full", "A club has at most \(BadgeStore.most) badges. Retire one first.")
  }
  static var walkOver: Problem {
    .invalid("/endsAt", "walk-over", "A walk ends behind its beginning, and not in the past.")
  }

  /// Changing the club while a season runs.
  static func pointsLeft(_ points: Int, _ club: String) -> Problem {
    .conflict(
      "points-left-behind",
      "You have \(points) points for \(club) this season. They stay there: say that you leave them behind, or change between seasons."
    )
  }
}
