import FieldhouseKit
import Foundation

/// A league or team that may have a logo.
struct LogoOwner: Hashable, Sendable {
  enum Kind: String, Sendable {
    case league, team
  }

  let kind: Kind
  let id: String

  static func league(_ id: String) -> LogoOwner { LogoOwner(kind: .league, id: id) }
  static func team(_ id: String) -> LogoOwner { LogoOwner(kind: .team, id: id) }
}

/// The picture of a league or team. Drawings (SVG) are none: they can hold programs.
struct Logo: Sendable, Hashable {
  /// The largest one of a provider, in bytes.
  static let most = 100_000
  /// The largest one that operators give, in bytes: a page shows many, and they can choose a smaller picture.
  static let mostGiven = 30_000
  static let types = ["image/jpeg", "image/png", "image/webp"]

  let type: String
  let bytes: [UInt8]

  /// Nil for what is too large, or does not begin like a picture of one of the types. The bytes count, not what is said of them.
  init?(_ bytes: [UInt8], most: Int = Logo.most) {
    guard bytes.count <= most, let type = Self.mediaType(of: bytes) else { return nil }
    (self.type, self.bytes) = (type, bytes)
  }

  /// A logo as it is stored.
  init(type: String, bytes: [UInt8]) { (self.type, self.bytes) = (type, bytes) }

  /// The same for the same picture.
  var id: String { Fingerprint(of: bytes).text }

  /// By the first bytes (WHATWG MIME Sniffing § 6.1).
  private static func mediaType(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    let isWebP = bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBPVP".utf8))
    return isWebP ? "image/webp" : nil
  }
}

/// The ids of the logos that leagues and teams have.
struct Logos: Sendable, Equatable {
  var all: [LogoOwner: String] = [:]

  /// Where a logo is fetched; nil for what has none.
  subscript(_ owner: LogoOwner) -> String? { all[owner].map { "/v1/soccer-predictions/logos/\($0)" } }

  func named(_ team: Team) -> NamedOutput {
    NamedOutput(id: team.id, name: team.name, logo: self[.team(team.id)])
  }

  func named(_ league: League) -> NamedOutput {
    NamedOutput(id: league.id, name: league.name, logo: self[.league(league.id)])
  }
}
