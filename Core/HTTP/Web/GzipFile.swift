import CZlib
import NIOCore
import Synchronization

/// A file that is compressed when the first client asks for it so, and then kept: a start does not wait for it.
final class ZippedFile: Sendable {
  private enum State {
    case notMade
    case made(ByteBuffer?)
  }

  private let plain: ByteBuffer
  private let state = Mutex(State.notMade)

  /// Nil for a file that is small, or of a type that does not shrink.
  init?(_ plain: ByteBuffer, type: String) {
    guard GzipFile.mayShrink(plain.readableBytes, type: type) else { return nil }
    self.plain = plain
  }

  /// The file compressed; nil where it does not shrink by a tenth.
  var bytes: ByteBuffer? {
    state.withLock { state in
      if case .made(let bytes) = state { return bytes }
      let bytes = GzipFile.compressed(Array(buffer: plain))
      state = .made(bytes)
      return bytes
    }
  }
}

/// Bytes of a file as `gzip` writes them (RFC 1952), by zlib: what a client gets that takes them so.
enum GzipFile {
  /// Files below this many bytes are sent as they are: they fit into a packet or two either way.
  private static let least = 1024

  /// The types that shrink; pictures and fonts are compressed already.
  private static let types = ["text/", "application/json", "application/manifest+json", "image/svg+xml"]

  /// Whether a file of so many bytes and this type is worth trying.
  static func mayShrink(_ count: Int, type: String) -> Bool { count >= least && types.contains(where: type.hasPrefix) }

  /// The file compressed; nil where it is no tenth smaller.
  static func compressed(_ bytes: [UInt8]) -> ByteBuffer? {
    guard let zipped = deflated(bytes), zipped.count <= bytes.count * 9 / 10 else { return nil }
    return ByteBuffer(bytes: zipped)
  }

  private static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    // 15 bits of window, and 16 more for the header and checksum of gzip.
    let begun = deflateInit2_(
      &stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard begun == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    var input = bytes
    let room = Int(deflateBound(&stream, uLong(bytes.count)))
    let zipped = input.withUnsafeMutableBufferPointer { input in
      [UInt8](unsafeUninitializedCapacity: room) { output, count in
        (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
        (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
        count = deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : 0
      }
    }
    return zipped.isEmpty ? nil : zipped
  }
}

/// Which encodings a client takes (RFC 9110 § 12.5.3).
enum AcceptEncoding {
  /// Whether the value of an `Accept-Encoding` field allows gzip: named, or covered by `*`, and not with a weight of 0. Without
  /// the field the client gets the bytes as they are, which everybody can read.
  static func allowsGzip(_ field: String?) -> Bool {
    guard let field else { return false }
    var (named, any): (Bool?, Bool?) = (nil, nil)
    for entry in field.lowercased().split(separator: ",") {
      let parts = entry.split(separator: ";").map { $0.trimming(" \t") }
      guard let coding = parts.first else { continue }
      let isWanted = parts.dropFirst().allSatisfy { !isZero($0) }
      if coding == "gzip" || coding == "x-gzip" { named = isWanted }
      if coding == "*" { any = isWanted }
    }
    return named ?? any ?? false
  }

  /// Whether a parameter is a weight of 0, such as `q=0.000`.
  private static func isZero(_ parameter: Substring) -> Bool {
    guard parameter.hasPrefix("q"), let equals = parameter.firstIndex(of: "=") else { return false }
    return Double(parameter[parameter.index(after: equals)...].trimming(" \t")) == 0
  }
}
