internal import Foundation

/// What a plugin library says of itself in its `.note.package`, read before any of its code can run.
///
/// The linker writes it: `-Xlinker '--package-metadata={"type":"fieldhouse-plugin","id":"…","kit":"1.0.0","swift":"6.3"}'`.
/// Keys not listed here are ignored, so that distributions may add their own.
public struct PackageNote: Hashable, Sendable, Decodable {
  /// The only accepted value of `type`.
  public static let pluginType = "fieldhouse-plugin"

  /// The plugin's id, as in its manifest.
  public let id: String
  /// The version of the Kit interface the plugin was compiled against.
  public let kit: SemanticVersion
  /// The Swift compiler's version, such as `6.3` or `6.3.1`.
  public let swift: String

  /// Decodes the text of a note.
  ///
  /// - Parameter text: ``ELFImage/packageNoteText``.
  /// - Throws: ``PackageNoteError``.
  public init(text: String?) throws(PackageNoteError) {
    guard let text else { throw PackageNoteError(.missing) }
    do {
      self = try JSONDecoder().decode(PackageNote.self, from: Data(text.utf8))
    } catch let error as PackageNoteError {
      throw error
    } catch {
      throw PackageNoteError(.malformed, "it is no JSON object: \(text.prefix(200))")
    }
  }

  /// Decodes a note; every problem is a ``PackageNoteError``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let type = try Self.string(.type, in: container)
    guard type == Self.pluginType else { throw PackageNoteError(.wrongType, "found \"\(type)\"") }
    id = try Self.string(.id, in: container)
    let version = try Self.string(.kit, in: container)
    guard let kit = try? SemanticVersion(version) else {
      throw PackageNoteError(.malformed, "\"kit\" is \"\(version)\", not a version such as 1.0.0")
    }
    self.kit = kit
    swift = try Self.string(.swift, in: container)
  }

  private enum Key: String, CodingKey {
    case type, id, kit, swift
  }

  private static func string(_ key: Key, in container: KeyedDecodingContainer<Key>) throws -> String {
    guard container.contains(key) else { throw PackageNoteError(.keyMissing, "\"\(key.rawValue)\" is missing") }
    guard let text = try? container.decode(String.self, forKey: key), !text.isEmpty else {
      throw PackageNoteError(.malformed, "\"\(key.rawValue)\" is not a non-empty string")
    }
    return text
  }
}
