internal import FieldhouseKit
internal import Foundation
internal import Synchronization

/// An entry of the audit trail.
struct AuditEntry: RouteOutput, Codable {
  let sequence: Int64
  let at: Date
  let actor: String
  let action: String
  let subject: String
  let detail: String

  /// The hash that chains the entry to the one before.
  func hash(after previous: String, secret: InstallationSecret) -> String {
    secret.hash(
      "audit", previous, String(sequence), String(at.millisecondsSince1970), actor, action, subject, detail)
  }
}

extension AuditEntry {
  init(_ row: Row) throws {
    sequence = try row["sequence"]
    at = try row["at"]
    actor = try row["actor"]
    action = try row["action"]
    subject = try row["subject"]
    detail = try row["detail"]
  }
}

/// Walks along the chain.
final class AuditCheck: Sendable {
  private struct State {
    var previous = ""
    var next: Int64 = 1
    var broken: Int64?
  }

  private let secret: InstallationSecret
  private let state = Mutex(State())

  init(secret: InstallationSecret) { self.secret = secret }

  func take(_ row: Row) throws {
    let entry = try AuditEntry(row)
    let stored: String = try row["hash"]
    state.withLock { state in
      let fits = entry.sequence == state.next && entry.hash(after: state.previous, secret: secret) == stored
      if !fits, state.broken == nil { state.broken = state.next }
      state.previous = stored
      state.next = entry.sequence + 1
    }
  }

  /// The first wrong entry of `count`.
  func broken(of count: Int64) -> Int64? {
    state.withLock { state in state.broken ?? (state.next <= count ? state.next : nil) }
  }
}
