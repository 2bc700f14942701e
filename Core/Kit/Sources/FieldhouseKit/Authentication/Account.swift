/// The opaque id of an account.
public struct AccountID: Sendable, Hashable, Codable, CustomStringConvertible, SQLConvertible {
  /// The text.
  public let text: String

  /// An id from its text, unchecked.
  public init(_ text: String) { self.text = text }

  public init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  public var description: String { text }
  public var sqlValue: SQLValue { .text(text) }

  public init?(sqlValue: SQLValue) {
    guard case .text(let value) = sqlValue else { return nil }
    text = value
  }
}

/// What other people may see of an account.
public struct Account: Sendable, Hashable, Codable {
  /// How the person came in.
  public struct Kind: Sendable, Hashable, Codable {
    /// The name in the interface.
    public let name: String
    /// A kind of this name.
    public init(_ name: String) { self.name = name }
    public init(from decoder: any Decoder) throws { name = try decoder.singleValueContainer().decode(String.self) }
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(name)
    }
    /// Without any verified identifier.
    public static var guest: Kind { Kind("guest") }
    /// With a verified phone number or e-mail address.
    public static var user: Kind { Kind("user") }
  }

  /// The id.
  public var id: AccountID
  /// Guest or user.
  public var kind: Kind
  /// The name to show; the host makes one (`User123456`) where the person gave none. At most 50 characters.
  public var name: String
  /// The unique user name, if chosen.
  public var username: String?
  /// ISO 3166-1 alpha-2, upper case, nil when not told.
  public var country: String?
  /// The address of the picture on this host.
  public var picture: String?

  /// An account.
  public init(
    id: AccountID, kind: Kind, name: String, username: String? = nil, country: String? = nil, picture: String? = nil
  ) {
    self.id = id
    self.kind = kind
    self.name = name
    self.username = username
    self.country = country
    self.picture = picture
  }
}
