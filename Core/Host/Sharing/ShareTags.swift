import FieldhouseRuntime
import Foundation

/// What programs read that show a link to people: Open Graph and Twitter's cards.
struct ShareTags: Sendable {
  let drawing: CardDrawing
  /// The address of the page.
  let address: String
  /// The address of the picture.
  let picture: String
  let language: String

  /// The tags in HTML.
  var html: String {
    let properties = [
      ("og:type", "website"), ("og:site_name", drawing.site), ("og:title", title), ("og:description", description),
      ("og:url", address), ("og:locale", Self.locale(language)), ("og:image", picture),
      ("og:image:type", "image/png"), ("og:image:width", "1200"), ("og:image:height", "630"),
      ("og:image:alt", [drawing.label, title].filter { !$0.isEmpty }.joined(separator: " · ")),
    ]
    let names = [("twitter:card", "summary_large_image")]
    let all = properties.map { ("property", $0.0, $0.1) } + names.map { ("name", $0.0, $0.1) }
    return all.filter { !$0.2.isEmpty }.map { kind, name, content in
      "  <meta \(kind)=\"\(name)\" content=\"\(Self.escaped(content))\">\n"
    }.joined()
  }

  private var title: String {
    drawing.value.isEmpty ? drawing.title : "\(drawing.title) · \(drawing.value)"
  }

  private var description: String {
    ([drawing.label] + drawing.lines).filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// A language with the country that most of its readers live in, such as `en_US`.
  static func locale(_ language: String) -> String {
    let full = Locale.Language(identifier: Locale.Language(identifier: language).maximalIdentifier)
    guard let code = full.languageCode?.identifier, let region = full.region?.identifier else { return language }
    return "\(code)_\(region)"
  }

  /// A text as the content of an attribute. It goes scalar by scalar: a quotation mark with an accent on it is no other character
  /// to those who read it.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
