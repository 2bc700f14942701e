internal import FieldhouseKit

extension StorageError {
  static var closed: StorageError { StorageError(.unavailable, "The storage is closed: the host is stopping.") }

  static var late: StorageError {
    StorageError(
      .timeout,
      "The transaction took longer than allowed and was rolled back. Do nothing slow inside write, and do not call "
        + "write inside write.")
  }

  static func malformed(_ message: String) -> StorageError { StorageError(.statement, message) }
  static func refused(_ message: String) -> StorageError { StorageError(.forbidden, message) }
}
