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
  static var onlyOwn: Problem { .forbidden("Only who looks after this on the team sees and changes it of others.") }

  static func ageUnknown(_ age: Int) -> Problem {
    Problem(
      status: 403, code: "age-unknown",
      detail: "This event is for people of \(age) and older. Enter your date of birth in your profile first.")
  }

  static func tooYoung(_ age: Int) -> Problem {
    Problem(status: 403, code: "too-young", detail: "This event is for people of \(age) and older.")
  }
}
