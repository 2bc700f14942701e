internal import FieldhouseKit

/// What an identifier is looked up, claimed and counted by. There is one for all spellings, since it is only made from
/// a number, an address or an identity that was read.
struct IdentifierKey: Sendable, Hashable {
  let kind: IdentifierStore.Kind
  /// The normal form.
  let value: String
  /// What it was kept as before there was a normal form; finds those that were left as they were (decision 0016).
  let former: String

  init(_ email: EmailAddress) { (kind, value, former) = (.email, email.text, email.former) }
  init(_ number: PhoneNumber) { (kind, value, former) = (.phone, number.digits, number.former) }
  /// The key of an identity at a provider, which is compared byte by byte.
  init(identity: String) { (kind, value, former) = (.identity, identity, identity) }

  /// The text that limits are counted by.
  var text: String { "\(kind.rawValue)/\(value)" }

  static func == (left: IdentifierKey, right: IdentifierKey) -> Bool {
    left.kind == right.kind && left.value.isSpelled(right.value)
  }
  func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(value)
  }
}

/// What somebody types to log in: an e-mail address, a user name or a phone number.
struct LoginName: Sendable, Hashable {
  private enum Reading: Hashable {
    case identifier(IdentifierKey)
    case username(UsernameKey)
    case nothing(String)
  }

  private let reading: Reading

  init(_ typed: String) {
    if let email = EmailAddress(lenient: typed) {
      reading = .identifier(IdentifierKey(email))
    } else if let username = UsernameKey(typed) {
      reading = .username(username)
    } else if let number = try? PhoneNumber(typed) {
      reading = .identifier(IdentifierKey(number))
    } else {
      reading = .nothing(PlainText.compatible(typed).trimmed.lowercased())
    }
  }

  /// The text that limits are counted by.
  var text: String {
    switch reading {
    case .identifier(let key): key.text
    case .username(let key): "username/\(key.text)"
    case .nothing(let text): "none/\(text)"
    }
  }

  /// Whose it is.
  func owner(in transaction: any ReadTransaction) async throws -> AccountID? {
    switch reading {
    case .identifier(let key): try await IdentifierStore.owner(key, in: transaction)
    case .username(let key): try await Username.owner(key, in: transaction)
    case .nothing: nil
    }
  }
}
