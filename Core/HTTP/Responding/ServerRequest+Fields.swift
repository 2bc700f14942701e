import HTTPTypes

extension HTTPField.Name {
  static let requestID = HTTPField.Name("X-Request-Id")!
  static let idempotencyKey = HTTPField.Name("Idempotency-Key")!
  /// The id of the account that a request is for, whoever is signed in.
  static let account = HTTPField.Name("X-Fieldhouse-Account")!
  static let lastEventID = HTTPField.Name("Last-Event-ID")!
  static let host = HTTPField.Name("Host")!
}

extension ServerRequest {
  /// The body's media type without parameters, lower case.
  var mediaType: String? {
    header(.contentType).map { MediaTypeField($0).type }
  }
}

extension Substring {
  /// Without leading and trailing characters of that set.
  func trimming(_ characters: String) -> Substring {
    var part = self
    while let first = part.first, characters.contains(first) { part.removeFirst() }
    while let last = part.last, characters.contains(last) { part.removeLast() }
    return part
  }
}
