import FieldhouseKit
import Foundation
import TeamManagement

extension CorpusRun {
  /// Series have the dates that other programs give them, and stand at the instants that clocks of zones make of them.
  /// Rules by the hour or with hours of their own are left out: a team's series has one time of the day.
  mutating func recurrence() throws {
    let folder = "calendars/vectors"
    try series("\(folder)/rrule-generated.json", expected: "expected_first", isWanted: { _ in true })
    try series("\(folder)/icalnet-rrule.json", expected: "expected", isWanted: { $0["dateutil_agrees"] == true })
    try clocks("\(folder)/dst.json")
  }

  /// Of a vector whose rule goes by weeks python-dateutil gives 1 January 2039 the number 53; by ISO 8601 it is 52.
  private static let disputed: Set = ["rr-0228"]

  private mutating func series(_ path: String, expected: String, isWanted: (JSON) -> Bool) throws {
    guard exists(path), let vectors = try document(path).array else { return }
    var (count, left, wrong): (Int, Int, [String]) = (0, 0, [])
    for vector in vectors where isWanted(vector) {
      let (id, rule) = (vector["id"]?.string ?? "", vector["rrule"]?.string ?? "")
      guard !["HOURLY", "BYHOUR", "BYMINUTE", "BYSECOND"].contains(where: rule.contains), !Self.disputed.contains(id)
      else {
        left += 1
        continue
      }
      let dates = (vector[expected]?.array ?? []).compactMap(\.string)
      // 30 dates are listed at most, those up to 2060; whether there are more says `complete`.
      let isCut = vector["complete"] == false
      let all = found(rule, vector["dtstart"]?.string ?? "", .gmt, isCut ? dates.count : dates.count + 1)
      count += 1
      let shown = vector["complete"] == nil ? all : all?.filter { $0 < "2061" }
      if shown != dates.map(Self.instant) { wrong.append(id) }
    }
    report(path, "\(count) series, \(left) left out; wrong: \(Self.names(wrong))", failed: wrong.count)
  }

  private mutating func clocks(_ path: String) throws {
    guard exists(path), let vectors = try document(path)["vectors"]?.array else { return }
    var (count, wrong): (Int, [String]) = (0, [])
    for vector in vectors {
      guard let zone = vector["tzid"]?.string.flatMap({ TimeZone(identifier: $0) }) else { continue }
      let dates = (vector["expected"]?.array ?? []).compactMap { $0["utc"]?.string }
      count += dates.count
      let first = vector["dtstart"]?.string ?? ""
      if found(vector["rrule"]?.string ?? "", first, zone, dates.count + 1) != dates {
        wrong.append(vector["id"]?.string ?? "")
      }
    }
    report(path, "\(vectors.count) series, \(count) dates; wrong: \(Self.names(wrong))", failed: wrong.count)
  }

  private func found(_ rule: String, _ first: String, _ zone: TimeZone, _ most: Int) -> [String]? {
    RecurrenceDates.instants(of: rule, from: first.contains("T") ? first : first + "T000000", in: zone, most: most)
  }

  private static func names(_ wrong: [String]) -> String { wrong.isEmpty ? "none" : wrong.joined(separator: " ") }

  private static func instant(_ text: String) -> String { (text.contains("T") ? text : text + "T000000") + "Z" }
}
