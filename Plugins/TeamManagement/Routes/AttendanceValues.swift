import FieldhouseKit
import Foundation

struct PresenceInput: RouteInput {
  var team: String
  var event: String
  /// `present` or `absent`.
  var state: Attendance

  static var schema: Schema {
    .object(
      [("team", Fields.id), ("event", Fields.id), ("state", .enumeration(["present", "absent"]))],
      required: ["team", "event", "state"])
  }
}

struct RulingInput: RouteInput {
  var team: String
  var event: String
  var account: AccountID
  /// Nil takes back what an admin has said.
  var state: Attendance?

  static var schema: Schema {
    .object(
      [
        ("team", Fields.id), ("event", Fields.id), ("account", Fields.id),
        ("state", .nullable(.enumeration(Attendance.allCases.map { .string($0.rawValue) }))),
      ], required: ["team", "event", "account"])
  }
}

/// A member's attendance at an event.
struct MarkOutput: RouteOutput, Decodable {
  var person: PersonOutput
  /// What counts.
  var state: Attendance?
  /// What the member says.
  var own: Attendance?
  /// What an admin says.
  var ruling: Attendance?
  /// When the member read the code at the place.
  var checkedInAt: Date?
  /// What the member had answered.
  var reply: Answer.Reply?
}

/// What attendance adds up to.
struct SumOutput: RouteOutput, Decodable {
  var present: Int
  var late: Int
  var absent: Int
  var excused: Int
  /// How often a place was left empty without an excuse.
  var missed: Int
  /// 0 to 1, excused events aside; nil without an entry.
  var rate: Double?

  init(_ sum: AttendanceSum) {
    (present, late, absent) = (sum.present, sum.late, sum.absent)
    (excused, missed, rate) = (sum.excused, sum.missed, sum.rate)
  }
}

struct MemberSumOutput: RouteOutput, Decodable {
  var person: PersonOutput
  var sum: SumOutput
}

/// An event at which attendance is or can be taken.
struct AttendedOutput: RouteOutput, Decodable {
  var event: String
  var title: String
  var kind: TeamEvent.Kind
  var startsAt: Date
  var endsAt: Date
  var timeZone: String
  /// Whether it has no hours.
  var allDay: Bool
  /// What counts.
  var state: Attendance?
  /// What the member says.
  var own: Attendance?
}

/// A member's attendance in the last year.
struct MyAttendanceOutput: RouteOutput, Decodable {
  var sum: SumOutput
  /// The latest first.
  var events: [AttendedOutput]
}
