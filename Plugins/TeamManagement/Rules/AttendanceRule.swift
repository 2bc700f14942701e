import FieldhouseKit
import Foundation

/// Whether somebody was there. What an admin says counts before what the member says; both are kept.
enum Attendance: String, Sendable, Codable, CaseIterable {
  case present, absent
  /// Present, but late.
  case late
  /// Absent with an excuse.
  case excused

  /// How long before it begins people may say that they are there, in seconds.
  static let lead: TimeInterval = 3_600

  /// Whether attendance can be taken: now, and for what has been.
  static func isOpen(startsAt: Date, at now: Date) -> Bool { now >= startsAt.addingTimeInterval(-lead) }

  /// How late after the end a code may be read, and how far ahead a device's clock may be, in seconds.
  static let spare: TimeInterval = 300

  /// Whether a code can have been read then: from when attendance opens to the end, and not later than now.
  static func isCheckInTime(_ read: Date, from start: Date, to end: Date, sent now: Date) -> Bool {
    isOpen(startsAt: start, at: read) && read <= end.addingTimeInterval(spare) && read <= now.addingTimeInterval(spare)
  }

  var isThere: Bool { self == .present || self == .late }
}

/// What adds up from somebody's attendance.
struct AttendanceSum: Sendable, Equatable {
  var present = 0
  var late = 0
  var absent = 0
  var excused = 0
  /// How often somebody had a place by the own answer and was not there, without an excuse.
  var missed = 0

  /// - Parameter marks: what counts of each event, and whether the member had a place by the own answer.
  init(_ marks: [(state: Attendance, hadPlace: Bool)]) {
    for (state, hadPlace) in marks {
      switch state {
      case .present: present += 1
      case .late: late += 1
      case .absent:
        absent += 1
        if hadPlace { missed += 1 }
      case .excused: excused += 1
      }
    }
  }

  /// The part of all events with an entry, those excused aside, in which the member was there: 0 to 1; nil without any.
  var rate: Double? {
    let all = present + late + absent
    return all == 0 ? nil : Double(present + late) / Double(all)
  }
}
