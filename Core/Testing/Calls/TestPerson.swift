public import FieldhouseKit

/// Somebody who has signed in to a ``TestHost``.
public struct TestPerson: Sendable, Hashable {
  /// The account.
  public let id: AccountID
  /// What others read.
  public let name: String
  /// The bearer token of the session; empty for somebody who has not signed in.
  public let token: String
  /// The phone number; nil for guests.
  public let phone: String?
  /// The address that this person's requests come from, which nobody else has.
  public let address: String

  /// The same person with the same session, calling from another address.
  public func calling(from address: String) -> TestPerson {
    TestPerson(id: id, name: name, token: token, phone: phone, address: address)
  }
}
