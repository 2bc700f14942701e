/// What a parser puts up with.
public struct JSONLimits: Sendable, Hashable {
  /// How deeply arrays and objects may be nested; 64 unless told, never more than 512.
  public var maxDepth: Int { didSet { maxDepth = min(maxDepth, Self.deepest) } }
  /// How long the document may be, in bytes; 16 MiB unless told.
  public var maxBytes: Int
  /// How many members one object may have; 10,000 unless told.
  public var maxKeysPerObject: Int

  /// Depth 64, 16 MiB, 10,000 members.
  public static let `default` = JSONLimits()

  private static let deepest = 512

  /// Makes limits; a depth above 512 counts as 512, so that no document can exhaust the stack.
  public init(maxDepth: Int = 64, maxBytes: Int = 16 << 20, maxKeysPerObject: Int = 10_000) {
    self.maxDepth = min(maxDepth, Self.deepest)
    self.maxBytes = maxBytes
    self.maxKeysPerObject = maxKeysPerObject
  }
}
