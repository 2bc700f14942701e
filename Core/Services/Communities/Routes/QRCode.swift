internal import CQRencode
internal import FieldhouseKit

/// A text as a picture for phones to read (ISO/IEC 18004), with a quarter of it to spare for dirt and scratches.
public struct QRCode: Sendable {
  /// What it is drawn as.
  public static let contentType = "image/svg+xml"
  /// The light edge around it, in modules.
  private static let edge = 4

  /// The number of modules of a side.
  let width: Int
  /// Whether a module is dark, line by line.
  let modules: [Bool]

  /// A picture of a text.
  /// - Throws: ``Problem`` 500 `qr-code` for a text that is too long.
  public init(_ text: String) throws {
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_Q) else {
      throw Problem(status: 500, code: "qr-code", detail: "The address of this host is too long for a QR code.")
    }
    defer { QRcode_free(code) }
    width = Int(code.pointee.width)
    modules = (0..<width * width).map { code.pointee.data[$0] & 1 == 1 }
  }

  /// Black on white, without a size of its own.
  public var svg: String {
    let side = width + 2 * Self.edge
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">
      <path fill="#fff" d="M0 0h\(side)v\(side)H0z"/><path d="\(runs)"/></svg>

      """
  }

  /// The dark modules that lie beside one another, each as one box.
  private var runs: String {
    var path = ""
    for row in 0..<width {
      var column = 0
      while column < width {
        let start = column
        while column < width, modules[row * width + column] { column += 1 }
        if column > start {
          path += "M\(start + Self.edge) \(row + Self.edge)h\(column - start)v1h-\(column - start)z"
        }
        column += 1
      }
    }
    return path
  }
}
