/// A circle of people around a person, for what the person shows to some only. ``friends`` lies within ``followers``, and
/// that within ``everyone``: a friend sees what followers see.
public struct Circle: Sendable, Hashable, Codable {
  /// The name in the interface.
  public let name: String

  /// A circle of this name.
  public init(_ name: String) { self.name = name }
  public init(from decoder: any Decoder) throws { name = try decoder.singleValueContainer().decode(String.self) }
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }

  /// Whoever looks, signed in or not.
  public static var everyone: Circle { Circle("everyone") }
  /// Those who follow the person, and friends.
  public static var followers: Circle { Circle("followers") }
  /// Those whose friendship with the person is accepted.
  public static var friends: Circle { Circle("friends") }
  /// Nobody but the person.
  public static var nobody: Circle { Circle("nobody") }
}

extension Authentication {
  /// Those of some people of whom somebody may see what they show to a circle: the viewer's own things always, and nothing
  /// of those who have blocked the viewer or are blocked. A circle without a meaning here is taken for ``Circle/nobody``.
  /// - Parameters:
  ///   - owners: whose things they are; they may be thousands.
  ///   - viewer: nil for somebody who is not signed in.
  public func owners(
    _ owners: [AccountID], showing circle: Circle, to viewer: AccountID?
  ) async throws -> Set<AccountID> {
    guard let viewer else { return circle == .everyone ? Set(owners) : [] }
    let others = owners.filter { $0 != viewer }
    var shown = try await circled(others, by: circle, around: viewer)
    if !shown.isEmpty { shown.subtract(try await blocks(between: viewer, and: Array(shown))) }
    return owners.contains(viewer) ? shown.union([viewer]) : shown
  }

  /// Whether somebody may see what a person shows to a circle.
  public func shows(_ owner: AccountID, to viewer: AccountID?, in circle: Circle) async throws -> Bool {
    try await owners([owner], showing: circle, to: viewer).contains(owner)
  }

  /// Those of some people in whose circle somebody is.
  private func circled(
    _ others: [AccountID], by circle: Circle, around viewer: AccountID
  ) async throws -> Set<AccountID> {
    guard !others.isEmpty else { return [] }
    switch circle {
    case .everyone: return Set(others)
    case .followers:
      let followed = Set(try await following(of: viewer)).intersection(others)
      return followed.union(try await friends(of: viewer, among: others))
    case .friends: return try await friends(of: viewer, among: others)
    default: return []
    }
  }
}
