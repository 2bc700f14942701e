internal import Foundation

/// Base64 with the URL alphabet and without padding (RFC 4648 § 5).
enum Base64URL {
  static func encode(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// The bytes of a text; nil when it is none. Padding may be there.
  static func decode(_ text: String) -> [UInt8]? {
    let plain = text.replacing("-", with: "+").replacing("_", with: "/").replacing("=", with: "")
    let padding = String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
    return Data(base64Encoded: plain + padding).map { Array($0) }
  }
}
