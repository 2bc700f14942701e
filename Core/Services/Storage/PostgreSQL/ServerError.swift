internal import CPQ
internal import FieldhouseKit

/// A statement failed; the connection goes on.
struct ServerError: Error, Sendable {
  /// The SQLSTATE, five characters.
  let state: String
  let message: String
  /// Which of the statements that were sent together failed, from 0.
  var place = 0

  /// Nil when the error is the connection's and not the server's.
  init?(_ result: OpaquePointer?) {
    guard let state = PQresultErrorField(result, Self.stateField) else { return nil }
    self.state = String(cString: state)
    message = PQresultErrorField(result, Self.messageField).map { String(cString: $0) } ?? "unknown error"
  }

  private static let stateField = CInt(UInt8(ascii: "C"))
  private static let messageField = CInt(UInt8(ascii: "M"))

  /// Whether the transaction should run again: a conflict with another one, or a plan that a migration outdated.
  var isRetryable: Bool {
    state == "40001" || state == "40P01" || (state == "0A000" && message.contains("cached plan"))
  }

  /// Whether the statement itself is at fault, its values, its text or a constraint.
  var isOfStatement: Bool { ["21", "22", "23", "42", "44"].contains(state.prefix(2)) }

  /// Whether another transaction kept a row or a table for longer than was to be waited.
  var isLockTimeout: Bool { state == "55P03" }

  /// Whether there is a row with the same key.
  var isDuplicate: Bool { state == "23505" }

  /// Whether it may be that a role came or went while something was given to it: there is one already, there is none, or
  /// its row was changed just now.
  var isOfRoles: Bool { isDuplicate || ["42710", "42704", "XX000"].contains(state) }

  /// Whether the server ended the session with it.
  var endsSession: Bool { state.hasPrefix("57P") || state.hasPrefix("08") || state == "25P03" }

  var storageError: StorageError {
    let detail = "The database: \(message) (SQLSTATE \(state))."
    switch state.prefix(2) {
    case "23": return StorageError(.constraint, detail)
    case "40", "08", "55": return StorageError(.unavailable, "\(detail) Try again later.")
    case "XX": return StorageError(.corrupt, "\(detail) Look at the server's log.")
    default: break
    }
    switch state {
    case "53100": return StorageError(.full, "\(detail) The disk is full: free space; writing goes on by itself.")
    case "25006": return StorageError(.readOnly, "\(detail) Connect to the primary server.")
    case "42501": return StorageError(.forbidden, "\(detail) A plugin uses its own tables only.")
    case "57014", "25P03": return StorageError(.timeout, "\(detail) The transaction took longer than allowed.")
    case "58030": return StorageError(.disk, "\(detail) The disk failed: look at the server's log.")
    default:
      if state.hasPrefix("53") || state.hasPrefix("57") || state.hasPrefix("28") || state.hasPrefix("3D") {
        return StorageError(.unavailable, "\(detail) Look at the server's log.")
      }
      return StorageError(.statement, detail)
    }
  }
}

/// The connection ended; what it was doing may or may not have happened.
struct ConnectionLost: Error, Sendable {
  let message: String
  /// Whether it never came about.
  var isRefusal = false

  /// What a server does that hangs.
  static let silence = "it does not answer"

  var storageError: StorageError {
    let reason = message.split(whereSeparator: \.isNewline).joined(separator: " ")
    return StorageError(.unavailable, "The database server cannot be reached: \(reason). Check that it runs.")
  }
}
