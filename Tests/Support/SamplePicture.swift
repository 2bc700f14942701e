/// Pictures made by hand.
public enum SamplePicture {
  /// A grey PNG with a text chunk.
  public static func png(width: Int, height: Int, comment: String) -> [UInt8] {
    let row = [UInt8(0)] + (0..<width).map { UInt8($0 & 0xFF) }
    let pixels = (0..<height).flatMap { _ in row }
    return signature + chunk("IHDR", size(width, height)) + chunk("tEXt", Array("Comment\0\(comment)".utf8))
      + chunk("IDAT", stored(pixels)) + chunk("IEND", [])
  }

  /// A PNG that claims a size and has no pixels.
  public static func header(width: Int, height: Int) -> [UInt8] {
    signature + chunk("IHDR", size(width, height)) + chunk("IDAT", stored([0])) + chunk("IEND", [])
  }

  /// The size that a JPEG's frame header says.
  public static func size(ofJPEG bytes: [UInt8]) -> (width: Int, height: Int)? {
    var index = 2
    while index + 9 < bytes.count, bytes[index] == 0xFF {
      let length = Int(bytes[index + 2]) << 8 | Int(bytes[index + 3])
      if (0xC0...0xC2).contains(bytes[index + 1]) {
        return (
          Int(bytes[index + 7]) << 8 | Int(bytes[index + 8]), Int(bytes[index + 5]) << 8 | Int(bytes[index + 6])
        )
      }
      index += 2 + length
    }
    return nil
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private static func size(_ width: Int, _ height: Int) -> [UInt8] {
    number(UInt32(width)) + number(UInt32(height)) + [8, 0, 0, 0, 0]
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return number(UInt32(data.count)) + body + number(crc(body))
  }

  /// A zlib stream (RFC 1950) of stored blocks (RFC 1951 § 3.2.4).
  private static func stored(_ data: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: data.count, by: 65_535) {
      let part = data[start..<min(start + 65_535, data.count)]
      let count = UInt16(part.count)
      stream.append(start + 65_535 >= data.count ? 1 : 0)
      stream += [UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)]
      stream += part
    }
    return stream + number(adler(data))
  }

  private static func number(_ value: UInt32) -> [UInt8] {
    [UInt8(value >> 24), UInt8(value >> 16 & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)]
  }

  private static func adler(_ data: [UInt8]) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in data {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }

  private static let crcTable: [UInt32] = (0..<256).map { value in
    (0..<8).reduce(UInt32(value)) { crc, _ in crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1 }
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { crc, byte in crcTable[Int((crc ^ UInt32(byte)) & 0xFF)] ^ crc >> 8 }
  }
}
