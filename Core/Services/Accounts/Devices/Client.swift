internal import FieldhouseKit

/// Who calls, as limits and codes tell callers apart.
struct Client: Sendable {
  let address: ClientAddress
  let device: Device
  /// The account or guest that is signed in.
  let account: Account?
  let language: String

  init(_ call: Call) {
    address = ClientAddress(call.remoteAddress)
    device = Device(cookie: call.cookies[Device.cookie], address: address)
    account = call.principal?.account
    language = call.language
  }
}

/// A browser or app, told apart by a secret in a cookie. The cookie opens nothing: it separates budgets and codes, and
/// shows that a confirmation comes from where the sign-up was made.
struct Device: Sendable, Hashable {
  /// The name of the cookie.
  static let cookie = "fieldhouse_device"
  /// How long the cookie lasts, in seconds: 400 days, the longest that browsers keep one.
  static let seconds = 400 * 86_400

  /// The hash of the secret; without one, of the address.
  let id: String
  /// The hash of the address: how the device was known while it had no secret.
  let addressID: String
  /// Whether there was a secret.
  let isMarked: Bool

  init(cookie: String?, address: ClientAddress) {
    let isMarked = cookie.map(Self.isSecret) ?? false
    self.isMarked = isMarked
    let addressID = TokenHash(of: "address\n" + address.text).text
    self.addressID = addressID
    id = cookie.map { isMarked ? TokenHash(of: $0).text : addressID } ?? addressID
  }

  /// Whether a text is a secret as this host makes them.
  static func isSecret(_ text: String) -> Bool { text.utf8.count == 43 && Base64URL.decode(text)?.count == 32 }
}
