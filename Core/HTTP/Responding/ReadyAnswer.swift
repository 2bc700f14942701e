import FieldhouseKit

/// The answer of `/readyz`: 200 `ready` or `degraded`, 503 `down`.
struct ReadyAnswer {
  private let parts: [Readiness]
  private let state: Health.State

  init(_ parts: [Readiness]) {
    self.parts = parts
    let isDown = parts.contains { $0.isEssential && $0.health.state == .down }
    state = isDown ? .down : parts.contains { $0.health.state != .ok } ? .degraded : .ok
  }

  /// The HTTP status.
  var status: Int { state == .down ? 503 : 200 }

  /// The document.
  /// - Parameter isVerbose: whether it names every part.
  func body(isVerbose: Bool) -> [UInt8] {
    var document: JSONObject = ["status": .string(state == .ok ? "ready" : state.rawValue)]
    if isVerbose { document["parts"] = .array(parts.map(Self.document)) }
    var bytes: [UInt8] = []
    JSON.object(document).append(to: &bytes)
    return bytes
  }

  private static func document(_ part: Readiness) -> JSON {
    [
      "part": .string(part.part), "state": .string(part.health.state.rawValue), "essential": .bool(part.isEssential),
      "since": .string(RFC3339.string(from: part.since) ?? ""), "detail": .string(part.health.reason),
      "remedy": .string(part.health.remedy),
    ]
  }
}
