import FieldhouseKit
import FitnessChallenges
import Foundation

extension CorpusRun {
  /// How far lengths may differ from what the oracle says, in metres: rounding of what is written there, and of FIT's semicircles.
  private static let tolerance = 0.06

  /// Every track has the length, the times and the steps that independent programs give it; what is damaged says why.
  mutating func tracks() throws {
    guard exists("tracks"), let oracle = try document("tracks/oracle.json").object else { return }
    var (counts, reasons, wrong): ([String: Int], [String: Int], [String]) = ([:], [:], [])
    for (path, expected) in oracle {
      let file = try read("tracks/\(path)")
      counts["\(expected["format"]?.string ?? "")", default: 0] += 1
      if file.tracks.isEmpty { reasons[file.refusals.first ?? "none", default: 0] += 1 }
      wrong += mistakes(of: file, expected).map { "\(path): \($0)" }
    }
    let formats = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    let refused = reasons.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    report("tracks", "\(formats); without a track: \(refused); wrong: \(wrong.count)", failed: wrong.count)
    wrong.prefix(20).forEach { print("     \($0)") }
  }

  private func mistakes(of file: ActivityFile, _ expected: JSON) -> [String] {
    // The reference takes longitudes beyond 180; there is no such place.
    let isImpossible = (expected["bounds"]?[3]?.double ?? 0) > 180
    if isImpossible || expected["parse_error"] != nil || expected["decode_error"]?.string != nil {
      return file.refusals.isEmpty ? ["is taken, though it is damaged"] : []
    }
    var mistakes: [String] = []
    if let metres = expected["haversine_2d_m"]?.double {
      let sum = file.tracks.map(\.rawMetres).reduce(0, +)
      if abs(sum - metres) > Self.tolerance { mistakes.append("\(sum) m, not \(metres) m") }
    }
    if let sessions = expected["sessions"]?.array {
      let said = sessions.compactMap { $0["total_distance"]?.double }.reduce(0, +)
      let metres = file.tracks.compactMap(\.deviceMetres).reduce(0, +)
      if abs(said - metres) > 0.01 { mistakes.append("the device says \(metres) m, not \(said) m") }
      let timer = sessions.compactMap { $0["total_timer_time"]?.double }.reduce(0, +)
      let seconds = file.tracks.compactMap(\.deviceSeconds).reduce(0, +)
      if abs(timer - seconds) > 0.01 { mistakes.append("the timer says \(seconds) s, not \(timer) s") }
    }
    for (key, value) in [
      ("lap_distance_sum_m", file.tracks.compactMap(\.deviceMetres)),
      ("lap_time_sum_s", file.tracks.compactMap(\.deviceSeconds)),
    ] {
      guard let said = expected[key]?.double, said > 0 else { continue }
      let sum = value.reduce(0, +)
      if abs(sum - said) > 0.02 { mistakes.append("\(key) \(sum), not \(said)") }
    }
    return mistakes
  }

  /// Walks of known length, duration and steps; and files that are to be refused.
  mutating func generatedTracks() throws {
    guard exists("tracks/generated"), let truth = try document("tracks/generated/truth.json").object else { return }
    var wrong: [String] = []
    for (name, expected) in truth {
      let file = try read("tracks/generated/\(name)")
      if expected["reject"] == true {
        if file.refusals.isEmpty { wrong.append("\(name) is taken") }
        continue
      }
      let (track, keys) = (
        file.tracks.first,
        ["haversine_2d_m", "haversine_2d_m_within_segments", "raw_haversine_2d_m", "haversine_2d_m_on_semicircles"]
      )
      if let metres = keys.lazy.compactMap({ expected[$0]?.double }).first,
        abs((track?.rawMetres ?? 0) - metres) > Self.tolerance
      {
        wrong.append("\(name): \(track?.rawMetres ?? 0) m, not \(metres) m")
      }
      if let metres = expected["without_the_outlier_m"]?.double, abs((track?.metres ?? 0) - metres) > Self.tolerance {
        wrong.append("\(name) without the jump: \(track?.metres ?? 0) m, not \(metres) m")
      }
      if let seconds = expected["elapsed_s"]?.double, let track, let start = track.start, let end = track.end,
        abs(Double(end - start) / 1_000 - seconds) > 0.001
      {
        wrong.append("\(name): \(Double(end - start) / 1_000) s, not \(seconds) s")
      }
      if let steps = expected["steps"]?.int, track?.steps != steps {
        wrong.append("\(name): \(track?.steps ?? 0) steps")
      }
    }
    report("tracks/generated", "\(truth.count) files; wrong: \(wrong.count)", failed: wrong.count)
    wrong.forEach { print("     \($0)") }
  }

  /// Steps of each source and day in exports of Apple Health, as independent sums give them.
  mutating func health() throws {
    guard exists("health/apple") else { return }
    let names = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "health/apple").path)
    var (days, records, wrong): (Int, Int, [String]) = (0, 0, [])
    for name in names.sorted() where name.hasSuffix("export.xml") {
      // The days of the sums are those of the zone in which the records are written.
      let file = try read("health/apple/\(name)", offset: 7_200)
      records += file.samples
      let sums =
        try document("health/apple/\(name.dropLast(4)).oracle.json")["per_day"]?["StepCount|count"]?.object ?? [:]
      for (day, expected) in sums {
        let number = CivilDay(day)?.daysSince1970 ?? 0
        for (source, steps) in expected["by_source"]?.object ?? [:] {
          days += 1
          let found = file.steps.filter { $0.key.source == source && $0.key.day == number }.values.reduce(0, +)
          if found != steps.double { wrong.append("\(name) \(day) \(source): \(found), not \(steps)") }
        }
      }
    }
    report("health/apple", "\(records) records, \(days) days of a source; wrong: \(wrong.count)", failed: wrong.count)
    wrong.prefix(10).forEach { print("     \($0)") }
  }

  /// An export of 200 MB, made as it is read: how long it takes and how much memory.
  mutating func largeExport() {
    let (size, piece) = (200 << 20, 1 << 18)
    let before = Self.residentMegabytes
    var (made, number, buffer) = (0, 0, Array("<?xml version=\"1.0\"?><HealthData locale=\"en\">".utf8))
    let start = ContinuousClock.now
    let file = ActivityFile {
      guard made < size else {
        defer { made = .max }
        return made == .max ? nil : buffer + Array("</HealthData>".utf8)
      }
      while buffer.count < piece {
        buffer += Self.record(number).utf8
        number += 1
      }
      defer { buffer.removeAll(keepingCapacity: true) }
      made += buffer.count
      return buffer
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let more = Self.residentMegabytes - before
    let sum = file.steps.values.reduce(0, +)
    let isRight = file.refusals.isEmpty && file.samples == number && sum == Double(number) * 100 && more <= 64
    report(
      "export of 200 MB", "\(number) records in \(seconds.rounded()) s, \(more) MB more than before",
      failed: isRight ? 0 : 1)
  }

  private static func record(_ number: Int) -> String {
    let (day, minute) = (CivilDay(daysSince1970: 16_000 + number / 288).description, number % 288 * 5)
    let time = "\(day) \(minute / 60 < 10 ? "0" : "")\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)"
    return """
       <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" sourceVersion="17.4" device="&lt;&lt;HKDevice: \
      0x1&gt;, name:iPhone, manufacturer:Apple&gt;" unit="count" creationDate="\(time):59 +0000" startDate="\(time):00 +0000" \
      endDate="\(time):59 +0000" value="100"/>

      """
  }

  private static var residentMegabytes: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    return (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) / 1_024
  }

  private func read(_ path: String, offset: Int = 0) throws -> ActivityFile {
    let handle = try FileHandle(forReadingFrom: root.appending(path: path))
    defer { try? handle.close() }
    return try ActivityFile(offset: offset) {
      let piece = try handle.read(upToCount: 65_536) ?? Data()
      return piece.isEmpty ? nil : Array(piece)
    }
  }
}
