public import FieldhouseKit

/// How a person is reached outside the app.
public struct PersonalReach: Sendable, Hashable {
  /// The language of the profile; nil when none is chosen.
  public let language: String?
  /// The verified e-mail address that was proved first.
  public let email: String?
  /// The verified phone number that was proved first, as `+`, country code and digits.
  public let phone: String?
  /// The ids of the sessions that have not ended.
  public let sessions: Set<String>
}

extension Accounts {
  /// How a person is reached now; nil for somebody who is not there any more.
  /// - Throws: ``StorageError``.
  public func reach(of account: AccountID) async throws -> PersonalReach? {
    let now = context.clock.now
    return try await context.storage.read { transaction in
      guard let person = try await PersonStore.find(account, in: transaction), person.isOpen else { return nil }
      let identifiers = try await IdentifierStore.list(of: account, in: transaction)
      let sessions = try await SessionStore.list(account, now: now, in: transaction)
      return PersonalReach(
        language: person.language, email: identifiers.first { $0.kind == .email }?.value,
        phone: identifiers.first { $0.kind == .phone }.map { PhoneNumber(digits: $0.value).international },
        sessions: Set(sessions.map(\.id)))
    }
  }

  /// Hands a notification over by e-mail; when this returns, the gateway has taken it.
  /// - Parameters:
  ///   - path: the page of the web app that opens it.
  ///   - id: the same for each attempt.
  /// - Throws: ``DeliveryFailure``, `CocoaError`.
  public func mail(
    _ text: String, title: String, path: String, language: String, to email: String, id: String
  ) async throws {
    let message = Messages(context: context).notification(
      text, title: title, path: path, language: language, to: email, id: id)
    try await upkeep.courier.deliveries.send(message)
  }

  /// Hands a notification over as a text message; when this returns, the gateway has taken it.
  /// - Throws: ``DeliveryFailure``, `CocoaError`.
  public func text(_ text: String, path: String, language: String, to phone: String, id: String) async throws {
    let message = Messages(context: context).notification(text, path: path, language: language, to: phone, id: id)
    try await upkeep.courier.deliveries.send(message)
  }
}
