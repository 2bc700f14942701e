internal import FieldhouseKit

/// A language.
struct LanguageInput: RouteInput {
  let language: String

  static var schema: Schema { .object([("language", PageFields.language)], required: ["language"]) }
}

/// A language as it is to be from now on; what is left out stays.
struct LanguageSetting: RouteInput {
  let language: String
  let name: String?
  let isActive: Bool?

  static var schema: Schema {
    .object(
      [
        ("language", PageFields.language),
        ("name", .string(minLength: 1, maxLength: 60, description: "What it is called in itself.")),
        ("isActive", .boolean(description: "Whether people can choose it; a new one cannot be chosen at first.")),
      ], required: ["language"])
  }
}

/// Which texts of a language to list.
struct LanguageTextsInput: RouteInput {
  let language: String
  let owner: String?
  let missing: Bool?
  let limit: Int?
  let after: String?

  static var schema: Schema {
    .object(
      [
        ("language", PageFields.language), ("owner", .string(maxLength: 100)),
        ("missing", .boolean(description: "Only those that are missing in the language.")),
        ("limit", .integer(1...500)), ("after", .string(maxLength: 300)),
      ], required: ["language"])
  }
}

/// Texts to be written.
struct WritingTextsInput: RouteInput {
  let language: String
  let texts: [WrittenText]

  static let most = 500

  static var schema: Schema {
    .object(
      [("language", PageFields.language), ("texts", .array(of: WrittenText.schema, count: 1...most))],
      required: ["language", "texts"])
  }
}

/// A text in a language, in place of the one that came.
struct WrittenText: Codable, Hashable, Sendable {
  /// Whose text it is: `app`, a part of the host, or a plugin's id.
  let owner: String
  let key: String
  /// Nothing, or nothing but white space, takes it away.
  let text: String?

  static var schema: Schema {
    .object(
      [
        ("owner", .string(minLength: 1, maxLength: 100)), ("key", .string(minLength: 1, maxLength: 200)),
        ("text", .nullable(.string(maxLength: 2000).text(.lines))),
      ], required: ["owner", "key"])
  }
}

/// A language, and how much of it is there.
struct LanguageOutput: RouteOutput, Codable, Hashable {
  /// A BCP 47 tag.
  let tag: String
  /// What it is called in itself.
  let name: String
  /// `rtl` or `ltr`.
  let direction: String
  /// Whether people can choose it.
  let isActive: Bool
  /// Whether the host or a plugin came with texts in it; then it can be switched off and not removed.
  let isShipped: Bool
  /// How many texts there are in English.
  let texts: Int
  /// How many of them are there in this language.
  let translated: Int
}

/// A text to be translated, and what it is in the language.
struct LanguageText: RouteOutput, Codable, Hashable {
  let owner: String
  let key: String
  /// As it came, with its placeholders.
  let english: String
  /// What the host or the plugin came with in the language.
  let shipped: String?
  /// What operators wrote in the language; it goes before what came.
  let text: String?
}

extension LanguageText {
  /// Where it stands in the list: the text of a page's `next`.
  var place: String { "\(owner)/\(key)" }
}
