import FieldhouseKit
import Foundation

extension Problem {
  static var challengeUnknown: Problem { .notFound("challenge-unknown", "There is no such challenge.") }
  static var participantUnknown: Problem { .notFound("participant-unknown", "You do not take part in this challenge.") }
  static var teamUnknown: Problem { .notFound("team-unknown", "The challenge has no such team.") }
  static var exerciseUnknown: Problem { .notFound("exercise-unknown", "The challenge has no such exercise.") }
  static var entryUnknown: Problem { .notFound("entry-unknown", "You have made no such entry.") }
  static var requestUnknown: Problem { .notFound("request-unknown", "Nobody of this id asks to be a coach.") }
  static var challengeOver: Problem { .conflict("challenge-over", "The challenge is over.") }
  static var ownChallenge: Problem { .conflict("own-challenge", "You lead this challenge. Join one of another coach.") }
  static var athleteNeeded: Problem { .forbidden("Only athletes take part. Make your account an athlete's first.") }
  static var teamNeeded: Problem {
    .conflict("team-needed", "This is a team challenge: choose a team, found one, or be assigned to a random team.")
  }
  static var noTeams: Problem { .conflict("no-teams", "People take part in this challenge alone.") }
  static var teamsFull: Problem { .conflict("teams-full", "Every team of this challenge is full.") }
  static var teamsGiven: Problem {
    .conflict("teams-given", "The coach has made the teams of this challenge. Choose one.")
  }
  static var teamsMany: Problem { .conflict("teams-many", "There are \(TeamStore.mostTeams) teams. Choose one.") }
  static var teamNameTaken: Problem {
    .conflict("team-name-taken", "There is a team of this name. Choose another name.")
  }
  static var withdrawn: Problem {
    .conflict("withdrawn", "You have withdrawn from this challenge. Join it again first.")
  }
  static var notFailed: Problem { .conflict("not-failed", "Only a challenge that has failed can be removed.") }
  static var notOver: Problem { .conflict("not-over", "The challenge still goes on for you.") }
  static var dayFull: Problem {
    .conflict("day-full", "A day has at most \(LogStore.mostOfDay) entries and changes of entries.")
  }

  static var activityUnknown: Problem { .notFound("activity-unknown", "You have no such activity.") }
  static var activityMeasured: Problem {
    .conflict("activity-measured", "What was measured stays as it was: change kind or title, or remove the activity.")
  }

  static var activityUsed: Problem {
    .conflict("activity-used", "This activity shows another entry of the exercise already.")
  }
  static var notRejected: Problem {
    .conflict("not-rejected", "Only an entry that the coach has rejected can be appealed.")
  }
  static var appealedAlready: Problem {
    .conflict("appealed-already", "You have appealed already; the coach has not answered yet.")
  }
  static var drawnAtStart: Problem {
    .conflict("drawn-at-start", "The teams of this challenge are drawn when it begins.")
  }
  static var challengeFull: Problem {
    .conflict("challenge-full", "Every place of this challenge is taken. You can wait for one.")
  }
  static var hasRoom: Problem { .conflict("has-room", "There is a place: take part.") }
  static var takesPart: Problem { .conflict("takes-part", "You take part already.") }
  static var organisationNeeded: Problem {
    .forbidden("This is for members of an organisation, and made by whoever makes challenges for all of them.")
  }
  static var templateUnknown: Problem { .notFound("template-unknown", "You have no such template.") }
  static var templatesMany: Problem {
    .conflict("templates-many", "You have \(TemplateStore.most) templates. Remove one first.")
  }
  static var nobodyWaits: Problem { .conflict("nobody-waits", "Nobody waits for a draw, or every team is full.") }
  static var notByLevel: Problem { .conflict("not-by-level", "Teams of this challenge are drawn on joining.") }
  static var notPassed: Problem { .conflict("not-passed", "Only a challenge that is passed has a proof.") }
  static var proofUnsigned: Problem {
    Problem(
      status: 500, code: "proof-unsigned", detail: "The host's key does not sign. Tell the operator of this host.")
  }
  static var athleteUnknown: Problem { .notFound("athlete-unknown", "Nobody of this id takes part.") }
  static var noPicture: Problem {
    Problem(status: 415, code: "media-content", detail: "Send a JPEG, PNG or WebP picture as the body of the request.")
  }

  static func teamFull(_ limit: Int) -> Problem {
    .conflict("team-full", "The team is full: \(limit) take part in it.")
  }

  /// A day that cannot be written down.
  static func refused(_ objection: Period.Objection, day: Int, _ period: Period) -> Problem {
    switch objection {
    case .outside:
      .invalid(
        "/day", "day-outside",
        "The challenge goes from \(CivilDay.text(period.start)) to \(CivilDay.text(period.end)) for you.")
    case .early: .conflict("day-ahead", "\(CivilDay.text(day)) has not begun in \(period.zone.identifier).")
    case .late:
      .conflict(
        "day-closed",
        "Exercise can be logged within \(period.graceHours) hours: \(CivilDay.text(day)) could be until "
          + "\(period.zone.written(period.closing(of: day))) (\(period.zone.identifier)).")
    }
  }
}

extension TimeZone {
  /// A time of day there with its day, such as `2025-08-17 00:00`.
  func written(_ instant: Date) -> String {
    let local = Int(instant.timeIntervalSince1970.rounded(.down)) + secondsFromGMT(for: instant)
    let day = day(of: instant)
    let minutes = (local - day * 86_400) / 60
    let parts = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(CivilDay.text(day)) \(parts.joined(separator: ":"))"
  }
}
