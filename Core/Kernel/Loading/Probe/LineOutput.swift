internal import Foundation
internal import Glibc

/// What a process that tries something says: one line of JSON after another.
enum LineOutput {
  /// Writes a line, unless nobody reads any more.
  static func write(_ line: some Encodable, to descriptor: Int32) {
    guard var bytes = try? [UInt8](JSONEncoder().encode(line)) else { return }
    bytes.append(UInt8(ascii: "\n"))
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
