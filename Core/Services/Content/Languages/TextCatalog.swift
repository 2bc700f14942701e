public import FieldhouseKit
internal import Synchronization

/// The texts of the host, of the web app and of all plugins: what they came with, and what operators wrote in its place.
///
/// A text is found in the language that was asked for, else in English, each as operators wrote it before as it came; where
/// it is nowhere its key stands for it. Everything here is in memory; ``Content/readTexts()`` brings what operators wrote.
public final class TextCatalog: Sendable {
  /// The language in which every text comes, and that is always shown.
  public static let source = "en"
  /// The owner of the texts of the web app.
  public static let app = "app"

  fileprivate struct State {
    /// What came with each owner of texts.
    var shipped: [String: TextTables] = [:]
    var written = WrittenTexts()
    /// The number of the change that it is as of; nil before it was read.
    var change: Int?
    /// The languages that are shown, English first; made anew with every change.
    var shown = [source]
  }

  private let state = Mutex(State())

  public init() {}

  /// Takes the texts that came with a plugin or a part of the host.
  public func set(_ texts: TextTables, of owner: String) {
    alter { $0.shipped[owner] = texts }
  }

  /// Takes what operators wrote, in place of what was taken before; nothing where a later change was taken already.
  func take(_ written: WrittenTexts, asOf number: Int) {
    alter { state in
      if let taken = state.change, taken > number { return }
      (state.written, state.change) = (written, number)
    }
  }

  /// The number of the change up to which it is known what operators wrote; nil before it was read.
  var change: Int? { state.withLock { $0.change } }

  /// The text of a key with its placeholders filled in.
  public func text(_ owner: String, key: String, language: String, arguments: [String: String]) -> String {
    let found = state.withLock { state -> String? in
      for language in Self.order(language) {
        if let text = state.text(key, of: owner, in: language) { return text }
      }
      return nil
    }
    return found.map { arguments.isEmpty ? $0 : TextTables.fill($0, arguments) } ?? key
  }

  /// Whether there are texts of an owner: of a plugin that is gone there are none.
  public func knows(_ owner: String) -> Bool { state.withLock { $0.shipped[owner] != nil } }

  /// All texts of an owner, in English where the language lacks them, with their placeholders.
  public func all(of owner: String, in language: String) -> [String: String] {
    state.withLock { state in
      Self.order(language).reversed().reduce(into: [:]) { all, language in
        all.merge(state.shipped[owner]?.texts(in: language) ?? [:]) { $1 }
        all.merge(state.known(owner, language)) { $1 }
      }
    }
  }

  /// The texts of an owner as something that speaks for it.
  public func texts(of owner: String) -> any Texts { OwnedTexts(catalog: self, owner: owner) }

  /// The languages that people can choose, English first, the others by their tags.
  public var languages: [String] { state.withLock { $0.shown } }

  /// The languages that people can choose, with what they are called in themselves.
  public var shown: [ShownLanguage] { all.filter(\.isActive).map { ShownLanguage(tag: $0.tag, name: $0.name) } }

  /// All languages, those that are not shown too; English first.
  var all: [KnownLanguage] { state.withLock { $0.languages } }

  /// The owners of texts, and each one's keys with the English texts that they came with.
  var sources: [String: [String: String]] {
    state.withLock { $0.shipped.mapValues { $0.texts(in: Self.source) } }
  }

  /// What operators wrote in a language, by owners and keys.
  func written(in language: String) -> [String: [String: String]] {
    state.withLock { $0.written.texts[language] ?? [:] }
  }

  /// What came in a language, by owners and keys.
  func shipped(in language: String) -> [String: [String: String]] {
    state.withLock { $0.shipped.mapValues { $0.texts(in: language) } }
  }

  private func alter(_ body: (inout State) -> Void) {
    state.withLock { state in
      body(&state)
      state.shown = state.languages.filter(\.isActive).map(\.tag)
    }
  }

  private static func order(_ language: String) -> [String] { language == source ? [source] : [language, source] }
}

extension TextCatalog.State {
  /// A text in a language and no other; nil where it is not there, or has no key of its owner's any more.
  fileprivate func text(_ key: String, of owner: String, in language: String) -> String? {
    guard let tables = shipped[owner] else { return nil }
    if let own = written.texts[language]?[owner]?[key], tables.has(key) { return own }
    return tables.texts(in: language)[key]
  }

  /// What operators wrote for keys that are still there.
  fileprivate func known(_ owner: String, _ language: String) -> [String: String] {
    guard let tables = shipped[owner] else { return [:] }
    return written.texts[language]?[owner]?.filter { tables.has($0.key) } ?? [:]
  }

  fileprivate var languages: [KnownLanguage] {
    let source = TextCatalog.source
    let came = Set(shipped.values.flatMap(\.languages)).union([source])
    let set = Dictionary(written.languages.map { ($0.tag, $0) }, uniquingKeysWith: { $1 })
    return came.union(set.keys).map { tag in
      KnownLanguage(
        tag: tag, name: set[tag]?.name ?? LanguageTag.ownName(of: tag), isActive: set[tag]?.isActive ?? true,
        isShipped: came.contains(tag))
    }.sorted { $0.tag == source || ($1.tag != source && $0.tag < $1.tag) }
  }
}

/// One owner's texts of a catalog.
private struct OwnedTexts: Texts {
  let catalog: TextCatalog
  let owner: String

  func text(_ key: String, language: String, arguments: [String: String]) -> String {
    catalog.text(owner, key: key, language: language, arguments: arguments)
  }

  var languages: [String] { catalog.languages }
}
