internal import FieldhouseKit
internal import FieldhouseMachine

/// A text to be published.
struct PageDraft: Sendable {
  let page: String
  let language: String
  let section: PageSection
  let position: Int
  let title: String
  let text: String
  let video: String?
}

/// Which pages to list.
struct PageListInput: RouteInput {
  let section: PageSection?
  let language: String?

  static var schema: Schema {
    .object([("section", PageFields.section), ("language", PageFields.language)])
  }
}

/// A page in a language.
struct PageInput: RouteInput {
  let page: String
  let language: String?

  static var schema: Schema {
    .object([("page", PageFields.page), ("language", PageFields.language)], required: ["page"])
  }
}

/// A page in one language and no other.
struct PageLanguageInput: RouteInput {
  let page: String
  let language: String

  static var schema: Schema {
    .object([("page", PageFields.page), ("language", PageFields.language)], required: ["page", "language"])
  }
}

/// A version of a page.
struct PageVersionInput: RouteInput {
  let page: String
  let version: Int

  static var schema: Schema {
    .object([("page", PageFields.page), ("version", PageFields.version)], required: ["page", "version"])
  }
}

/// Which versions of a page to list.
struct PageHistoryInput: RouteInput {
  let page: String
  let limit: Int?
  let before: Int?

  static var schema: Schema {
    .object(
      [("page", PageFields.page), ("limit", .integer(1...100)), ("before", PageFields.version)], required: ["page"])
  }
}

/// A text to be published in place of another.
struct PublishingInput: RouteInput {
  let page: String
  let language: String
  let section: PageSection
  let position: Int?
  let title: String
  let text: String
  let video: String?
  let after: Int?

  var draft: PageDraft {
    PageDraft(
      page: page, language: PageLanguage.normal(language), section: section, position: position ?? 0, title: title,
      text: text, video: video)
  }

  static var schema: Schema {
    .object(
      [
        ("page", PageFields.page), ("language", PageFields.language), ("section", PageFields.section),
        ("position", .integer(0...1000, description: "Its place in the section; of one place by their names.")),
        ("title", .string(minLength: 1, maxLength: 200)),
        ("text", .string(minLength: 1, maxLength: 100_000, description: "CommonMark.").text(.lines)),
        (
          "video",
          .string(
            minLength: 1, maxLength: WebAddress.longest,
            description: "The http or https address of a video that belongs to the text, which the host never "
              + "fetches, or the address of a film that was uploaded here.")
        ),
        (
          "after",
          .integer(
            0...Int64(Int32.max),
            description: "The version that was edited, 0 for none. Refused when another one is shown by now.")
        ),
      ], required: ["page", "language", "section", "title", "text"])
  }
}

/// What the fields of several inputs allow.
enum PageFields {
  /// What a page is called in addresses.
  static var page: Schema { .string(maxLength: 60, pattern: "^[a-z][a-z0-9]*(-[a-z0-9]+)*$") }
  static var language: Schema { .string(maxLength: 35, pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$") }
  static var section: Schema { .enumeration(PageSection.allCases.map { .string($0.rawValue) }) }
  static var version: Schema { .integer(1...Int64(Int32.max)) }
}
