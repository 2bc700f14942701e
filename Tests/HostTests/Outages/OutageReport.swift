import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

/// What a running host says of itself.
struct ReadyState: Sendable {
  let code: Int
  let status: String
  let parts: [String: JSON]

  init(_ host: RunningHost) async throws {
    let reply = try await host.get("/readyz?verbose")
    code = reply.status
    status = reply["status"]?.string ?? ""
    let all = reply["parts"]?.array ?? []
    parts = Dictionary(all.map { ($0["part"]?.string ?? "", $0) }, uniquingKeysWith: { first, _ in first })
  }

  func state(of part: String) -> String { parts[part]?["state"]?.string ?? "unknown" }

  /// Reason and remedy, as doctor shows them.
  func words(of part: String) -> String {
    [parts[part]?["detail"]?.string, parts[part]?["remedy"]?.string].compactMap(\.self).filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}

/// One row of the table of outages: what was said and done while something was out, and what became of it.
struct OutageReport {
  let outage: String
  let host: RunningHost
  var options: [String] = []

  /// Waits until the host as a whole and one of its parts are in a state.
  func wait(for status: String, _ part: String, _ state: String) async throws -> ReadyState {
    do {
      try await eventually {
        let ready = try await ReadyState(host)
        return ready.status == status && ready.state(of: part) == state
      }
    } catch {
      let found = try await ReadyState(host)
      Issue.record(
        "\(outage): \(found.status), \(part) \(found.state(of: part)): \(found.words(of: part))\n\(host.log)")
    }
    return try await ReadyState(host)
  }

  /// What doctor says; it must use the host's words for the part.
  /// - Parameter code: its exit code, 0 where the host goes on without limits.
  func doctor(
    _ part: String, as ready: ReadyState, code exit: Int32 = 1, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let start = ContinuousClock.now
    let doctor = try await Tool.fieldhouse(["doctor", "--json"] + host.installation.flags + options)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    #expect(doctor.code == exit, "\(doctor.output)", sourceLocation: sourceLocation)
    // Five seconds, and what a busy machine needs to start a program.
    #expect(seconds < 15, sourceLocation: sourceLocation)
    let code = part == "disk" ? "disk-space" : part
    let messages = try doctor.json.array?.filter { $0["code"]?.string == code }.compactMap { $0["message"]?.string }
    // What the host knows may have become more exact meanwhile.
    let words = [ready.words(of: part), try await ReadyState(host).words(of: part)].map { $0.isEmpty ? "fine" : $0 }
    #expect(
      words.contains { messages?.contains($0) == true }, "\(words) in \(doctor.output)", sourceLocation: sourceLocation)
    print(String(format: "outage: %@ | doctor | exit %d in %.1f s: %@", outage, exit, seconds, words[1]))
  }

  /// Writes a line of the table.
  func tell(_ ready: ReadyState, _ part: String, reads: Int, writes: Int) {
    print(
      "outage: \(outage) | readyz \(ready.code) \(ready.status), \(part) \(ready.state(of: part)) | reads \(reads) | "
        + "writes \(writes)")
  }

  /// Waits until everything works again, which no restart has helped.
  func recovers(_ part: String, _ body: () async throws -> Void = {}) async throws {
    let start = ContinuousClock.now
    try await eventually {
      let ready = try await ReadyState(host)
      return ready.code == 200 && ready.state(of: part) == "ok"
    }
    try await body()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    Self.recovered(outage, String(format: "by itself in %.1f s", seconds))
  }

  /// Writes how everything came to work again.
  static func recovered(_ outage: String, _ how: String) {
    print("outage: \(outage) | recovered \(how), nothing acknowledged was lost")
  }
}
