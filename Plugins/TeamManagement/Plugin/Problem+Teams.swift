import FieldhouseKit

extension Problem {
  static var teamArchived: Problem {
    .conflict("team-archived", "The team is archived: nothing changes in it any more.")
  }
  static var organisationUnknown: Problem {
    .invalid("/organisation", "organisation-unknown", "Choose an organisation that you are a member of.")
  }
  static var memberUnknown: Problem { .notFound("member-unknown", "There is no such member on the team.") }
  static var numberTaken: Problem { .conflict("number-taken", "Somebody on the team wears this number.") }
  static var eventUnknown: Problem { .notFound("event-unknown", "There is no such event.") }
  static var recordUnknown: Problem { .notFound("record-unknown", "There is no such record.") }
  static var fieldUnknown: Problem { .invalid("/values", "field-unknown", "The team's statistics have no such field.") }
  static var feedUnknown: Problem { .notFound("feed-unknown", "There is no calendar at this address any more.") }
  static var feedsFull: Problem { .conflict("feeds-full", "You have \(FeedStore.most) addresses. Remove one first.") }
  static var changedMeanwhile: Problem {
    .conflict("event-changed", "Somebody has changed the event meanwhile. Look at it again.")
  }
  static var eventCancelled: Problem { .conflict("event-cancelled", "The event is cancelled.") }
  static var answersClosed: Problem { .conflict("answers-closed", "The registration deadline has passed.") }
  static var eventAhead: Problem {
    .conflict("event-ahead", "Attendance is taken from an hour before the beginning on.")
  }
  static var attachmentUnknown: Problem { .notFound("attachment-unknown", "The event has no such file.") }
  static var attachmentsFull: Problem {
    .conflict(
      "attachments-full",
      "An event has at most \(AttachmentStore.mostOfEvent) files, a team \(AttachmentStore.mostOfTeam). Remove one first."
    )
  }
  static var attachmentUnfit: Problem {
    Problem(status: 415, code: "attachment-unfit", detail: "Choose a picture (JPEG, PNG) or a document (PDF).")
  }
  static var onlyOwn: Problem { .forbidden("Only who looks after this on the team sees and changes it of others.") }

  static var guardianSelf: Problem {
    .invalid("/guardian", "guardian-self", "Nobody is the guardian of oneself.")
  }
  static var guardiansFull: Problem {
    .conflict("guardians-full", "A member has at most \(GuardianStore.most) guardians.")
  }
  static var guardianUnknown: Problem { .notFound("guardian-unknown", "There is no such guardian on the team.") }
  static var answerLinkUnknown: Problem {
    .notFound("answer-link-unknown", "This link leads to nothing any more. Sign in to see what is on.")
  }
  static var checkInWrong: Problem {
    Problem(
      status: 403, code: "check-in-wrong", detail: "This is not the code of this event. Read it again at the place.")
  }
  static func importUnreadable(_ format: String) -> Problem {
    .invalid(
      "/text", "import-unreadable",
      format == "csv"
        ? "The first line of a spreadsheet names its columns; 'title', 'date' and 'from' are needed, and a line with an event."
        : "This is no calendar with events (iCalendar).")
  }
  static var checkInTime: Problem {
    .conflict("check-in-time", "Check in from an hour before the beginning to the end.")
  }

  static var cardUnknown: Problem { .notFound("emergency-unknown", "There is no emergency card.") }
  static var consentNeeded: Problem {
    .invalid("/consents", "consent-needed", "Say that those who look after the team may open it.")
  }
  static var substituteUnknown: Problem { .notFound("substitute-unknown", "Nobody of this name stands in.") }
  static var substituteSelf: Problem { .invalid("/account", "substitute-self", "Nobody stands in for oneself.") }
  static var substituteUntil: Problem {
    .invalid("/until", "substitute-until", "Choose an instant from now to 90 days ahead.")
  }
  static var leagueUnknown: Problem { .notFound("league-unknown", "There is no such league.") }
  static var leaguesFull: Problem {
    .conflict(
      "leagues-full",
      "A team is in at most \(LeagueStore.mostLeagues) leagues, a league has \(LeagueStore.mostTeams) teams.")
  }
  static var gamesFull: Problem {
    .conflict("games-full", "A league has at most \(LeagueStore.mostGames) games. Remove one first.")
  }
  static var gameUnknown: Problem { .notFound("game-unknown", "The team has no such game in the league.") }
  static var opponentUnknown: Problem {
    .invalid("/opponent", "opponent-unknown", "Choose another team of the league.")
  }
  static var formulaUnfit: Problem {
    .invalid("/formulas", "formula-unfit", "A formula is of the team's fields, numbers, + - * / and parentheses.")
  }

  static var personUnknown: Problem { .notFound("person-unknown", "There is no such person.") }
  static var adminAlready: Problem { .conflict("admin-already", "This person is an admin of the team.") }
  static var adminConsentNeeded: Problem {
    .conflict(
      "admin-consent-needed",
      "Nobody becomes an admin without being asked. Invite the person in the settings of the team.")
  }
  static var adminInvitationUnknown: Problem {
    .notFound("admin-invitation-unknown", "There is no such invitation any more.")
  }
  static var adminInvitationsFull: Problem {
    .conflict(
      "admin-invitations-full",
      "At most \(AdminInvitationStore.most) people are invited to be admins at once. Withdraw an invitation first.")
  }
  /// What the host says of who is on the blacklist.
  static var banned: Problem {
    Problem(
      status: 403, code: "group-banned", detail: "The admins of this group do not want this person to be a member.")
  }
  /// What the host says of a group that takes nobody more.
  static var full: Problem { .conflict("group-full", "All places in this group are taken.") }
  /// What the host says of who is in as many groups as one can be in.
  static var tooManyGroups: Problem {
    .conflict("too-many-memberships", "You are in as many groups as one can be in. Leave another one first.")
  }

  static func ageUnknown(_ age: Int) -> Problem {
    Problem(
      status: 403, code: "age-unknown",
      detail: "This event is for people of \(age) and older. Enter your date of birth in your profile first.")
  }

  static func tooYoung(_ age: Int) -> Problem {
    Problem(status: 403, code: "too-young", detail: "This event is for people of \(age) and older.")
  }
}
