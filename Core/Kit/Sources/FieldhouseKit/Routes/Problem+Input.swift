extension Problem.Field {
  init(_ violation: SchemaViolation) {
    self.init(pointer: violation.pointer.description, code: violation.code, detail: violation.detail)
  }
}

extension DecodingError {
  private var context: Context? {
    switch self {
    case .dataCorrupted(let context), .keyNotFound(_, let context): context
    case .typeMismatch(_, let context), .valueNotFound(_, let context): context
    @unknown default: nil
    }
  }

  /// Where the mistake is, as a JSON pointer.
  var pointer: String {
    (context?.codingPath ?? []).map { "/" + ($0.intValue.map(String.init) ?? $0.stringValue) }.joined()
  }

  /// What is wrong.
  var sentence: String { context?.debugDescription ?? "The value cannot be read." }
}
