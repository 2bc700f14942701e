public import FieldhouseKit

/// What pages of the web app say to whoever was handed their address: words and a picture for those who have not opened it.
public struct PagePreview: Sendable {
  /// Whether the page of a path says something; answers at once.
  public var isFor: @Sendable (_ path: String) -> Bool
  /// The tags for the head of a page, in HTML, without anything that is not for everybody.
  public var head: @Sendable (PageVisit) async -> String

  /// What pages say.
  public init(
    isFor: @escaping @Sendable (String) -> Bool, head: @escaping @Sendable (PageVisit) async -> String
  ) {
    (self.isFor, self.head) = (isFor, head)
  }
}

/// A page that is asked for by its address.
public struct PageVisit: Sendable {
  /// The path, percent-encoded.
  public let path: String
  /// What follows the question mark, percent-encoded.
  public let query: String?
  /// Nobody's call: pages say the same to everybody.
  public let call: Call
}
