import CQRencode
import FieldhouseKit

extension FolfScoring {
  func codeRoutes(_ routes: inout Routes) {
    routes.get(
      "/rounds/{round}/qr", "The address by which others come to a round, as a QR code",
      access: .permission("play", in: "round")
    ) { (input: CodeInput, _) in try CodeOutput(input.address) }
  }
}

/// The address is the page's: the plugin does not know by which one people reach the host.
struct CodeInput: RouteInput {
  var round: String
  var address: String

  static var schema: Schema {
    let address = Schema.string(
      maxLength: 200, pattern: "^https?://[A-Za-z0-9.:\\[\\]-]+/folf-scoring/(join|claim)/[A-Za-z0-9-]{3,40}$")
    return .object([("round", .id), ("address", address)], required: ["round", "address"])
  }
}

/// A text as a picture for phones to read (ISO/IEC 18004), with a quarter of it to spare for dirt and scratches.
struct CodeOutput: RouteOutput, Decodable {
  /// Line by line, `1` for a dark module and `0` for a light one.
  var lines: [String]

  /// - Throws: ``Problem`` 500 `qr-code` for a text that is too long.
  init(_ text: String) throws {
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_Q) else {
      throw Problem(status: 500, code: "qr-code", detail: "The address of this host is too long for a QR code.")
    }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    lines = (0..<width).map { row in
      String((0..<width).map { code.pointee.data[row * width + $0] & 1 == 1 ? "1" : "0" })
    }
  }
}
