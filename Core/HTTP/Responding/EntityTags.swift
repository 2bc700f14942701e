import HTTPTypes

/// The value of `If-Match` or `If-None-Match`: entity tags, or `*` (RFC 9110 § 13.1.1, 13.1.2).
struct EntityTags: Hashable {
  /// A tag without its quotes.
  struct Tag: Hashable {
    let isWeak: Bool
    let text: String
  }

  /// Whether `*` stands for every tag.
  let isAny: Bool
  let tags: [Tag]

  /// Nothing matches a value that is no list of tags.
  init(_ value: String) {
    isAny = value.split(separator: ",").map { $0.trimming(" \t") } == ["*"]
    tags = isAny ? [] : Self.parse(value.utf8[...]) ?? []
  }

  /// Whether one of the tags is that of the file, weak or not (§ 8.8.3.2): for `If-None-Match`.
  func matchesWeakly(_ tag: String) -> Bool {
    guard !isAny, let own = Self.parse(tag.utf8[...])?.first else { return isAny }
    return tags.contains { $0.text == own.text }
  }

  /// Whether one of the tags is exactly that of the file: for `If-Match`.
  func matchesStrongly(_ tag: String) -> Bool {
    guard !isAny, let own = Self.parse(tag.utf8[...])?.first else { return isAny }
    return !own.isWeak && tags.contains(own)
  }

  private static func parse(_ text: Substring.UTF8View) -> [Tag]? {
    var (rest, tags) = (text, [Tag]())
    while true {
      rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: ",") }
      if rest.isEmpty { return tags }
      guard let tag = next(&rest) else { return nil }
      tags.append(tag)
      rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      guard rest.isEmpty || rest.first == UInt8(ascii: ",") else { return nil }
    }
  }

  /// Takes a tag off the front; commas may stand between its quotes.
  private static func next(_ rest: inout Substring.UTF8View) -> Tag? {
    let isWeak = rest.starts(with: "W/".utf8)
    if isWeak { rest = rest.dropFirst(2) }
    let quote = UInt8(ascii: "\"")
    guard rest.first == quote, let end = rest.dropFirst().firstIndex(of: quote) else { return nil }
    let text = rest[rest.index(after: rest.startIndex)..<end]
    guard text.allSatisfy({ $0 >= 0x21 && $0 != 0x7F }) else { return nil }
    rest = rest[rest.index(after: end)...]
    return Tag(isWeak: isWeak, text: String(Substring(text)))
  }
}

extension ServerRequest {
  /// Whether the client has what the tag names already, so that 304 says enough.
  func hasCurrent(_ tag: String) -> Bool {
    guard method == .get || method == .head, let value = whole(.ifNoneMatch) else { return false }
    return EntityTags(value).matchesWeakly(tag)
  }

  /// Whether the client wants exactly what the tag names, or says nothing of it.
  func accepts(_ tag: String) -> Bool { whole(.ifMatch).map { EntityTags($0).matchesStrongly(tag) } ?? true }

  /// All fields of a name as one list.
  private func whole(_ name: HTTPField.Name) -> String? {
    header(name) == nil ? nil : headers[values: name].joined(separator: ", ")
  }
}
