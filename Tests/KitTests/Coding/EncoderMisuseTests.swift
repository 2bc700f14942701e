import FieldhouseKit
import Testing

private enum Key: String, CodingKey { case a, b }

@Suite struct `An encoder that is misused` {
  private func refusal(_ use: @escaping @Sendable (any Encoder) throws -> Void) -> String? {
    var bytes: [UInt8] = [7]
    let error = #expect(throws: JSONEncodingError.self) { try JSONOutput.encode([Uses(use)], into: &bytes) }
    #expect(bytes == [7])
    #expect(error?.code == "json-encoding")
    return error?.detail
  }

  @Test func `says that one value cannot be of two kinds`() {
    let message = "A value was encoded as two different kinds of JSON value at once."
    #expect(
      refusal { encoder in
        _ = encoder.container(keyedBy: Key.self)
        _ = encoder.unkeyedContainer()
      } == message)
    #expect(
      refusal { encoder in
        _ = encoder.unkeyedContainer()
        _ = encoder.singleValueContainer()
      } == message)
    #expect(
      refusal { encoder in
        var members = encoder.container(keyedBy: Key.self)
        let inner = members.superEncoder(forKey: .a)
        _ = inner.container(keyedBy: Key.self)
        _ = inner.unkeyedContainer()
      } == message)
  }

  @Test func `says that one value cannot be two`() {
    #expect(
      refusal { encoder in
        var single = encoder.singleValueContainer()
        try single.encode(1)
        try single.encode("x")
      } == "A value was encoded as more than one JSON value.")
  }

  @Test func `says that a value of a single container is missing`() {
    #expect(refusal { _ = $0.singleValueContainer() }?.hasSuffix("encoded nothing.") == true)
  }

  private final class Kept: @unchecked Sendable { var encoder: (any Encoder)? }

  @Test func `says that it was already finished`() {
    let kept = Kept()
    #expect(
      refusal { encoder in
        var list = encoder.unkeyedContainer()
        try list.encode(
          Uses {
            kept.encoder = $0; _ = $0.unkeyedContainer()
          })
        _ = kept.encoder?.unkeyedContainer()
      } == "A value was encoded through an encoder that was already finished.")
  }

  @Test func `does not spoil the encoding after it`() throws {
    for _ in 0..<40 {
      _ = refusal { encoder in
        _ = encoder.container(keyedBy: Key.self)
        _ = encoder.unkeyedContainer()
      }
      #expect(try encodedText(["a": [1, 2]]) == #"{"a":[1,2]}"#)
    }
  }

  @Test func `refuses a tree with one name twice`() throws {
    let twice = Uses { encoder in
      var members = encoder.container(keyedBy: Key.self)
      try members.encode(1, forKey: .a)
      try members.encode(2, forKey: .a)
    }
    let error = #expect(throws: JSONParseError.self) { try JSON(encoding: ["x": twice]) }
    #expect(error?.code == "json-duplicate-key")
    #expect(error?.pointer == ["x", "a"])
  }
}
