import FieldhouseKit

extension Problem {
  /// The problem a caller sees for any error a handler throws; what it hides goes to the log.
  init(_ error: any Error) {
    switch error {
    case let problem as Problem: self = problem
    case let error as StorageError: self = Problem(error)
    case is CancellationError: self = .unavailable("shutting-down", "The host is shutting down; try again.")
    default: self = Problem(status: 500, code: "internal-error", detail: "Something went wrong on our side.")
    }
  }

  private init(_ error: StorageError) {
    switch error.code {
    case .full:
      self = Problem(
        status: 507, code: "storage-full", detail: "The host has no space left; nothing was saved.",
        retryAfterSeconds: 60)
    case .unavailable, .timeout, .readOnly, StorageError.Code("storage-disk"):
      self = .unavailable(error.code.name, "The host cannot save or read right now; try again.", retryAfterSeconds: 5)
    case .constraint:
      self = .conflict("storage-conflict", "Somebody changed this at the same time; look and try again.")
    case .corrupt, StorageError.Code("storage-file-lost"), StorageError.Code("storage-missing"):
      self = .unavailable(error.code.name, "The host's database needs its operator.", retryAfterSeconds: 300)
    default: self = Problem(status: 500, code: "internal-error", detail: "Something went wrong on our side.")
    }
  }

  /// Whether the operator should see the cause.
  var isOurFault: Bool { status >= 500 }
}
