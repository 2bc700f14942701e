/// A question about people that one plugin asks another one, to which each of them agrees or not.
public struct SharedQuestion: Sendable, Hashable {
  /// The full name, e.g. `fitness.steps`.
  public let question: String
  /// The id of the plugin that asks.
  public let asker: String

  /// A question.
  public init(question: String, asker: String) {
    self.question = question
    self.asker = asker
  }
}

extension SharedQuestion {
  private static let prefix = "sharing"

  /// The document that is accepted with it.
  var document: String { "\(Self.prefix)/\(question)/\(asker)" }

  /// The question of a document; nil for documents of other kinds.
  init?(document: String) {
    let parts = document.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, parts[0] == Self.prefix else { return nil }
    self.init(question: parts[1], asker: parts[2])
  }
}

/// A question that can be agreed to now.
public struct SharingOffer: Sendable, Hashable {
  /// The question and who asks it.
  public let shared: SharedQuestion
  /// The name of the plugin that would tell.
  public let askedName: String
  /// The name of the plugin that would learn it.
  public let askerName: String
  /// The version of the plugin that would tell, which stands in the record of the consent.
  public let version: String
  /// What would be told.
  public let title: String
  /// What it would be used for, as far as the plugin that asks says.
  public let purpose: String?

  /// An offer.
  public init(
    shared: SharedQuestion, askedName: String, askerName: String, version: String, title: String, purpose: String?
  ) {
    self.shared = shared
    self.askedName = askedName
    self.askerName = askerName
    self.version = version
    self.title = title
    self.purpose = purpose
  }
}

/// Knows what can be agreed to.
public protocol SharingCatalogue: Sendable {
  /// Every question that can be agreed to now, with its texts.
  /// - Parameter language: BCP 47, e.g. `en`.
  func offers(language: String) -> [SharingOffer]
}
