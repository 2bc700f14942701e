public import FieldhouseKit

/// A language, whether people can choose it or not.
struct KnownLanguage: Hashable, Sendable {
  /// A BCP 47 tag in the usual case.
  let tag: String
  /// What it is called in itself.
  let name: String
  /// Whether people can choose it.
  let isActive: Bool
  /// Whether the host or a plugin came with texts in it.
  let isShipped: Bool
}

/// A language that people can choose.
public struct ShownLanguage: RouteOutput, Codable, Hashable {
  /// A BCP 47 tag.
  public var tag: String
  /// What it is called in itself.
  public var name: String
  /// `rtl` where it is written from right to left, else `ltr`, as HTML's `dir` takes it.
  public var direction: String

  init(tag: String, name: String) {
    (self.tag, self.name) = (tag, name)
    direction = LanguageTag.isRightToLeft(tag) ? "rtl" : "ltr"
  }
}

/// What operators wrote: languages they added, named or switched, and texts.
struct WrittenTexts: Hashable, Sendable {
  struct Language: Hashable, Sendable {
    let tag: String
    let name: String
    let isActive: Bool
  }

  var languages: [Language] = []
  /// By language, owner and key.
  var texts: [String: [String: [String: String]]] = [:]
}
