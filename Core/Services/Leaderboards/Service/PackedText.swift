/// An account's id as bytes: ids of letters, digits, hyphen and underscore take six bits a character, others eight.
struct PackedText {
  /// The packed bytes, or those of the text; they last as long as the call that lends them.
  let bytes: UnsafeRawBufferPointer
  /// Whether they are packed.
  let isPacked: Bool
  /// How many bytes the text has.
  let characters: Int

  /// The code of a character, 64 for those that cannot be packed.
  private static let codes: ContiguousArray<UInt8> = {
    var codes = ContiguousArray<UInt8>(repeating: 64, count: 256)
    for (code, character) in alphabet.enumerated() { codes[Int(character)] = UInt8(code) }
    return codes
  }()
  private static let alphabet = ContiguousArray(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// Calls a body with a text's bytes.
  static func with<Value>(_ text: String, _ body: (PackedText) -> Value) -> Value {
    var text = text
    return text.withUTF8 { with($0, body) }
  }

  /// Calls a body with the bytes of a text in UTF-8.
  static func with<Value>(_ text: UnsafeBufferPointer<UInt8>, _ body: (PackedText) -> Value) -> Value {
    withUnsafeTemporaryAllocation(byteCount: text.count, alignment: 1) { packed in
      guard let length = pack(text, into: packed) else {
        return body(PackedText(bytes: UnsafeRawBufferPointer(text), isPacked: false, characters: text.count))
      }
      let bytes = UnsafeRawBufferPointer(rebasing: packed[..<length])
      return body(PackedText(bytes: bytes, isPacked: true, characters: text.count))
    }
  }

  /// The number of bytes written; nil when a character cannot be packed.
  private static func pack(_ text: UnsafeBufferPointer<UInt8>, into packed: UnsafeMutableRawBufferPointer) -> Int? {
    codes.withUnsafeBufferPointer { codes in
      var bits: UInt32 = 0
      var width = 0
      var length = 0
      for character in text {
        let code = codes[Int(character)]
        guard code < 64 else { return nil }
        bits = bits << 6 | UInt32(code)
        width += 6
        if width >= 8 {
          width -= 8
          packed[length] = UInt8(truncatingIfNeeded: bits >> width)
          length += 1
        }
      }
      if width > 0 {
        packed[length] = UInt8(truncatingIfNeeded: bits << (8 - width))
        length += 1
      }
      return length
    }
  }

  /// The text of packed bytes.
  static func unpacked(_ packed: UnsafeRawBufferPointer, characters: Int) -> String {
    alphabet.withUnsafeBufferPointer { alphabet in
      String(unsafeUninitializedCapacity: characters) { text in
        var bits: UInt32 = 0
        var width = 0
        var next = 0
        for index in 0..<characters {
          if width < 6 {
            bits = bits << 8 | UInt32(packed[next])
            next += 1
            width += 8
          }
          width -= 6
          text[index] = alphabet[Int(bits >> width & 63)]
        }
        return characters
      }
    }
  }

  /// How many bytes so many characters take.
  static func length(ofPacked characters: Int) -> Int { (characters * 6 + 7) / 8 }
}
