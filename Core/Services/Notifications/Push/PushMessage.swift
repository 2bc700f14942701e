internal import FieldhouseKit

/// What a device shows.
struct PushMessage: Sendable, Hashable {
  /// The notification in the inbox; nil for a digest, which leads to the inbox.
  let id: String?
  let title: String
  let body: String
  /// Of two with the same the later takes the place of the earlier on the device.
  let tag: String
  let language: String
  /// How many are unread in the inbox, for the app's badge.
  let unread: Int
  /// For how many seconds of real time it is of use; nil for as long as push services keep it.
  var lifetime: Int?

  /// So many bytes of a body are shown at most; the inbox has it all.
  private static let longestBody = 1500
  private static let longestTitle = 200

  /// What is encrypted: a JSON object that fits every push service.
  var bytes: [UInt8] {
    var object: JSONObject = [
      "title": .string(Self.cut(title, Self.longestTitle)), "body": .string(Self.cut(body, Self.longestBody)),
      "tag": .string(tag), "language": .string(language), "unread": .integer(Int64(unread)),
    ]
    object["id"] = id.map { .string($0) }
    let bytes = Array(JSON.object(object).serialized().utf8)
    guard bytes.count > PushEncryption.longest else { return bytes }
    // Signs that JSON writes longer than they are.
    let short: JSON = ["title": "", "body": "", "tag": .string(tag), "unread": .integer(Int64(unread))]
    return Array(short.serialized().utf8)
  }

  /// What push services tell messages apart by that take one another's place: 32 signs of base64url (RFC 8030 § 5.4).
  var topic: String { String(Base64URL.encode(PushCrypto.sha256(Array(tag.utf8))).prefix(32)) }

  /// The text, at most so many bytes long, with an ellipsis where something was cut off between characters.
  static func cut(_ text: String, _ most: Int) -> String {
    guard text.utf8.count > most else { return text }
    var (kept, size) = ("", 3)
    for character in text {
      size += character.utf8.count
      guard size <= most else { break }
      kept.append(character)
    }
    return kept + "…"
  }
}
