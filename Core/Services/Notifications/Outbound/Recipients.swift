public import FieldhouseKit

/// Who people are that something leaves to.
public protocol Recipients: Sendable {
  /// How a person is reached now; nil for somebody who is not there any more.
  /// - Throws: ``StorageError``.
  func reach(of account: AccountID) async throws -> Reach?

  /// Hands an e-mail or a text message over; when this returns, the gateway has taken it.
  /// - Parameter id: the same for each attempt.
  /// - Throws: when it was not taken; it may be later.
  func send(_ message: WrittenMessage, to reach: Reach, id: String) async throws
}

/// How a person is reached.
public struct Reach: Sendable, Hashable {
  /// The person.
  public var account: AccountID
  /// The language of the profile; nil when none is chosen.
  public var language: String?
  /// The verified address.
  public var email: String?
  /// The verified number.
  public var phone: String?
  /// The sessions that have not ended.
  public var sessions: Set<String>

  /// How a person is reached.
  public init(
    account: AccountID, language: String? = nil, email: String? = nil, phone: String? = nil, sessions: Set<String> = []
  ) {
    (self.account, self.language, self.email, self.phone) = (account, language, email, phone)
    self.sessions = sessions
  }
}

/// A notification as an e-mail or a text message.
public struct WrittenMessage: Sendable, Hashable {
  /// Which of both.
  public var channel: NotificationChannel
  /// What it is about, for the subject of an e-mail.
  public var title: String
  /// The text.
  public var text: String
  /// The path in the web app that opens it.
  public var path: String
  /// The language it is written in.
  public var language: String
}
