internal import CCMark
internal import Foundation

/// Turns the text of a page into what browsers show.
enum Markup {
  /// The HTML of a text in CommonMark (version 0.30, https://spec.commonmark.org). HTML in the text is left out, and so are links
  /// to anything but what is harmless (`javascript:`, `vbscript:`, `file:` and most `data:` go).
  static func html(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard let html = bytes.withUnsafeBufferPointer({ cmark(of: $0) }) else { return "" }
    defer { free(html) }
    return String(cString: html)
  }

  private static func cmark(of bytes: UnsafeBufferPointer<UInt8>) -> UnsafeMutablePointer<CChar>? {
    bytes.withMemoryRebound(to: CChar.self) { text in
      // An empty text has no address.
      guard let start = text.baseAddress else { return strdup("") }
      return cmark_markdown_to_html(start, text.count, CMARK_OPT_DEFAULT)
    }
  }
}
