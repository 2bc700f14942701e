internal import FieldhouseKit
internal import Foundation

/// Tells push services who sends (RFC 8292). Its public part is what devices subscribe with: with another key no device
/// that has subscribed is reached.
public struct VAPIDKey: Sendable {
  /// How long a token is good for; push services take at most a day.
  private static let lifetime = 12 * 3600.0

  private let pair: PushCrypto.Pair
  private let contact: String

  /// The key that follows from a secret of an installation, always the same one.
  /// - Parameters:
  ///   - secret: gives 32 bytes for a number; they are the private key unless that is none, which is less likely than a fault
  ///     of the machine.
  ///   - contact: where the operators of push services reach this one's, `mailto:` or `https:`.
  public init(secret: (Int) -> [UInt8], contact: String) {
    var (number, pair) = (0, PushCrypto.pair(of: secret(0)))
    while pair == nil {
      number += 1
      pair = PushCrypto.pair(of: secret(number))
    }
    (self.pair, self.contact) = (pair!, contact)
  }

  /// The public key, as browsers take it: 65 bytes in base64url.
  public var publicKey: String { Base64URL.encode(pair.publicKey) }

  /// The header `Authorization` for an address of a push service; nil for what is no address.
  /// - Parameter instant: the real time.
  func authorization(for endpoint: String, at instant: Date) -> String? {
    guard let url = URL(string: endpoint), let scheme = url.scheme, let host = url.host() else { return nil }
    let audience = "\(scheme)://\(host)" + (url.port.map { ":\($0)" } ?? "")
    let claims: JSON = [
      "aud": .string(audience), "exp": .integer(Int64(instant.timeIntervalSince1970 + Self.lifetime)),
      "sub": .string(contact),
    ]
    let head: JSON = ["typ": "JWT", "alg": "ES256"]
    let parts = [head, claims].map { Base64URL.encode(Array($0.serialized().utf8)) }.joined(separator: ".")
    let signature = Base64URL.encode(PushCrypto.sign(Array(parts.utf8), pair))
    return "vapid t=\(parts).\(signature),k=\(publicKey)"
  }
}
