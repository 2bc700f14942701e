/// The name of a request that must take effect once however often it is sent.
public struct IdempotencyKey: Sendable, Hashable {
  /// Who sent it; `""` for nobody.
  public var account: String
  /// The route it was sent to.
  public var route: String
  /// The caller's own key.
  public var key: String

  /// A key.
  public init(account: String, route: String, key: String) {
    self.account = account
    self.route = route
    self.key = key
  }
}

/// A reply that is stored in the transaction it reports.
public struct StoredReply: Sendable, Hashable {
  /// The HTTP status.
  public var status: Int
  /// The media type of the body.
  public var contentType: String
  /// The encoded body.
  public var body: [UInt8]
  /// Whether the request was answered before and this is the reply of then.
  public var isRepetition: Bool

  /// A reply.
  public init(status: Int, contentType: String, body: [UInt8], isRepetition: Bool = false) {
    self.status = status
    self.contentType = contentType
    self.body = body
    self.isRepetition = isRepetition
  }
}

/// The request was carried out, and its reply was emptied when somebody was erased (code `idempotency-reply-forgotten`,
/// HTTP 409).
public struct ForgottenReply: Error, Sendable, Hashable, CustomStringConvertible {
  /// The stable code.
  public var code: String { "idempotency-reply-forgotten" }
  /// The key.
  public let key: IdempotencyKey
  public var description: String {
    "\(code): The request '\(key.key)' to \(key.route) was carried out. Its answer is kept no longer, because somebody "
      + "has left since. Read what it changed."
  }
}

/// A key was used before for another request (code `idempotency-key-reused`, HTTP 422).
public struct IdempotencyConflict: Error, Sendable, Hashable, CustomStringConvertible {
  /// The stable code.
  public var code: String { "idempotency-key-reused" }
  /// The key.
  public let key: IdempotencyKey
  public var description: String {
    "\(code): The key '\(key.key)' was used for another request to \(key.route). Send a new key with a new request."
  }
}
