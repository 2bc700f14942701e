import Foundation

/// One saying of an entry: what it was at first, or what it was changed to.
struct EntryVersion: Hashable, Sendable {
  var exercise: String
  /// Counted from 1970-01-01.
  var day: Int
  /// The entry's id, chosen by the device.
  var entry: String
  /// When it was entered, by the device's clock.
  var saidAt: Date
  /// In thousandths; nil where the entry was taken back.
  var thousandths: Int64?
  /// When it came to the host.
  var cameAt: Date

  fileprivate struct Place: Hashable {
    let exercise: String
    let day: Int
    let entry: String
  }

  fileprivate var place: Place { Place(exercise: exercise, day: day, entry: entry) }

  /// Whether it counts rather than another one of the same entry: the later one, and of two of one instant the larger.
  func goes(before other: EntryVersion) -> Bool {
    (saidAt.milliseconds, thousandths ?? -1) > (other.saidAt.milliseconds, other.thousandths ?? -1)
  }

  /// Of each entry what counts, whatever the order in which it came: the same set gives the same entries.
  static func current(_ versions: [EntryVersion]) -> [EntryVersion] {
    var found: [Place: EntryVersion] = [:]
    for version in versions {
      if let known = found[version.place], !version.goes(before: known) { continue }
      found[version.place] = version
    }
    return found.values.filter { $0.thousandths != nil }
      .sorted { ($0.day, $0.exercise, $0.entry) < ($1.day, $1.exercise, $1.entry) }
  }

  /// The values of entries that are in force, by days from the first of a period.
  static func values(_ current: [EntryVersion], from start: Int) -> [LogValue] {
    current.map { LogValue(exercise: $0.exercise, day: $0.day - start, thousandths: $0.thousandths ?? 0) }
  }
}
