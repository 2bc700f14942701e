import FieldhouseKit
import Foundation

extension TeamManagement {
  /// An event as a member sees it. To whom is too young for it there is no such event.
  func output(_ input: EventInput, for viewer: AccountID) async throws -> EventOutput {
    let (event, rule, mine, places, counts, files) = try await host.storage.read { transaction in
      let event = try await EventStore.event(input.event, of: input.team, in: transaction)
      let rule =
        if let series = event.series { try await SeriesStore.rule(of: series, in: transaction) } else { nil as String? }
      return (
        event, rule, try await AnswerStore.answer(of: viewer, to: event.id, in: transaction),
        try await AnswerStore.places(in: event, transaction),
        try await AnswerStore.counts(of: [event.id], in: transaction)[event.id] ?? [:],
        try await AttachmentStore.attachments(of: event.id, in: transaction)
      )
    }
    guard try await !isTooYoung(viewer, for: event) else { throw Problem.eventUnknown }
    let people = try await host.authentication.accounts(event.plan.contacts)
    return EventOutput(
      event, rule: rule, contacts: event.plan.contacts.compactMap { people[$0].map(PersonOutput.init) },
      mine: mine.map { MyAnswer($0, position: places.position(of: viewer)) }, places, counts, files)
  }
}

/// What I have answered.
struct MyAnswer: RouteOutput, Decodable {
  var reply: Answer.Reply
  var note: String
  /// Where I wait for a place, from 1; nil for who has one or wants none.
  var position: Int?

  init(_ answer: Answer, position: Int?) { (reply, note, self.position) = (answer.reply, answer.note, position) }
}

/// An event with everything that is told of it.
struct EventOutput: RouteOutput {
  var id: String
  var team: String
  var kind: TeamEvent.Kind
  var title: String
  var description: String
  var startsAt: Date
  var endsAt: Date
  var timeZone: String
  /// Whether it has no hours: its times are the beginnings of its first day and of the day after its last one, where it takes place.
  var allDay: Bool
  var meetAt: Date?
  /// When answers end.
  var deadlineAt: Date
  var locations: [LocationInput]
  var contacts: [PersonOutput]
  var tags: [String]
  var opponent: String
  var capacity: Int?
  /// The positions with a number of places; nil for none.
  var roles: [RolePlaces]?
  var minimumAge: Int?
  var hasAlcohol: Bool
  /// Of a series: its rule.
  var repeats: String?
  var isCancelled: Bool
  var version: Int
  /// How many have a place, and how many wait for one.
  var going: Int
  var waiting: Int
  var maybe: Int
  var no: Int
  var mine: MyAnswer?
  /// The oldest first.
  var files: [AttachmentOutput]

  init(
    _ event: TeamEvent, rule: String?, contacts: [PersonOutput], mine: MyAnswer?, _ places: Places,
    _ counts: [Answer.Reply: Int], _ attachments: [AttachmentStore.Attachment]
  ) {
    let (plan, details) = (event.plan, event.plan.details)
    (id, team, kind, title) = (event.id, event.team, plan.kind, plan.title)
    (startsAt, endsAt, timeZone, allDay) = (plan.startsAt, plan.endsAt, plan.timeZone, plan.isAllDay)
    // Nobody meets so many minutes before a day.
    meetAt = plan.isAllDay ? nil : details.meetMinutes.map { plan.startsAt.addingTimeInterval(-60 * Double($0)) }
    (deadlineAt, description) = (event.deadline, details.description)
    locations = details.locations.map(LocationInput.init)
    (self.contacts, tags, opponent) = (contacts, details.tags, details.opponent)
    (capacity, minimumAge, hasAlcohol) = (plan.capacity, plan.minimumAge, details.hasAlcohol)
    roles = details.roles
    (repeats, isCancelled, version) = (rule, plan.isCancelled, event.version)
    (going, waiting) = (places.going.count, places.waiting.count)
    files = attachments.map(AttachmentOutput.init)
    (maybe, no, self.mine) = (counts[.maybe] ?? 0, counts[.no] ?? 0, mine)
  }

  static var schema: Schema {
    .object(
      [
        ("id", .string()), ("team", .string()), ("kind", .string()), ("title", .string()), ("description", .string()),
        ("startsAt", Fields.instant), ("endsAt", Fields.instant), ("timeZone", .string()), ("allDay", .boolean),
        ("meetAt", Fields.instant), ("deadlineAt", Fields.instant), ("locations", .array(of: LocationInput.schema)),
        ("contacts", .array(of: Fields.person)), ("tags", .array(of: .string())), ("opponent", .string()),
        ("capacity", .integer()), ("roles", .array(of: RolePlaces.schema)), ("minimumAge", .integer()),
        ("hasAlcohol", .boolean), ("repeats", .string()),
        ("isCancelled", .boolean), ("version", .integer()), ("going", .integer()), ("waiting", .integer()),
        ("maybe", .integer()), ("no", .integer()), ("mine", .derived(from: MyAnswer.self)),
        ("files", .array(of: .derived(from: AttachmentOutput.self))),
      ],
      required: [
        "id", "team", "kind", "title", "description", "startsAt", "endsAt", "timeZone", "allDay", "deadlineAt",
        "locations", "contacts", "tags", "opponent", "hasAlcohol", "isCancelled", "version", "going", "waiting",
        "maybe", "no", "files",
      ])
  }
}

extension LocationInput {
  init(_ location: Location) {
    (name, number, street, street2) = (location.name, location.number, location.street, location.street2)
    (city, state, zip, country) = (location.city, location.state, location.zip, location.country)
  }
}
