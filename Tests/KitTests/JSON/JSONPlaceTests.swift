import FieldhouseKit
import FieldhouseTestSupport
import Testing

/// Where the values of a document begin, found again from the text alone.
@Suite struct `The places of values, held against the text` {
  /// The text from a place on.
  private func text(_ whole: String, from place: JSONLocation) -> String {
    var line = 1
    var column = 1
    var rest = whole.unicodeScalars[...]
    while (line, column) < (place.line, place.column), let scalar = rest.popFirst() {
      column += 1
      if scalar == "\n" { (line, column) = (line + 1, 1) }
    }
    return String(String.UnicodeScalarView(rest))
  }

  /// Every pointer into a value.
  private func pointers(_ value: JSON, _ here: JSONPointer = .root) -> [JSONPointer] {
    switch value {
    case .array(let items): [here] + items.indices.flatMap { pointers(items[$0], here.appending($0)) }
    case .object(let members): [here] + members.flatMap { pointers($0.value, here.appending($0.key)) }
    default: [here]
    }
  }

  @Test(arguments: [(901, false), (902, true)] as [(UInt64, Bool)])
  func `are where each value's own text begins`(seed: UInt64, isPretty: Bool) throws {
    var source = RandomJSON(seed: seed)
    for _ in 0..<120 {
      let value = source.value(depth: 3)
      let whole = "\n \t" + value.serialized(pretty: isPretty)
      let document = try JSON.parseWithLocations(Array(whole.utf8))
      #expect(document.value == value)
      let expected = pointers(value)
      #expect(document.locations.count == Set(expected).count)
      for pointer in expected {
        let part = try #require(value[pointer: pointer])
        let rest = text(whole, from: document.location(of: pointer))
        #expect(begins(rest, with: part), "\(pointer) in \(whole)")
      }
    }
  }

  private func begins(_ text: String, with value: JSON) -> Bool {
    switch value {
    case .array: text.utf8.first == UInt8(ascii: "[")
    case .object: text.utf8.first == UInt8(ascii: "{")
    default: text.utf8.starts(with: value.serialized().utf8)
    }
  }

  @Test func `of a fault are the same with and without places, also under a limit`() {
    let limits = JSONLimits(maxDepth: 2, maxBytes: 200, maxKeysPerObject: 2)
    var source = RandomJSON(seed: 903)
    var random = SeededRandom(seed: 904)
    var refused: Set<String> = []
    for _ in 0..<2_000 {
      var bytes = Array(source.value(depth: 4).serialized().utf8)
      bytes[random.next(below: bytes.count)] = UInt8(random.next(below: 128))
      let plain = Result { () throws(JSONParseError) in try JSON(parsing: bytes, limits: limits) }
      let placed = Result { () throws(JSONParseError) in try JSON.parseWithLocations(bytes, limits: limits).value }
      #expect(plain == placed)
      if case .failure(let error) = plain { refused.insert(error.code) }
    }
    #expect(refused.isSuperset(of: ["json-syntax", "json-too-deep", "json-too-large", "json-too-many-keys"]))
  }

  @Test func `is the beginning for a document of which nothing is known`() throws {
    let document = try JSON.parseWithLocations(Array("7".utf8))
    for pointer in [[], ["a"], ["0", "b"]] as [JSONPointer] {
      #expect(document.location(of: pointer) == document.location(of: .root))
      #expect(document.location(of: pointer).line == 1 && document.location(of: pointer).column == 1)
    }
  }

  @Test func `are read from any collection of bytes`() throws {
    let bytes = ("x[1,\n2]" as String).utf8.dropFirst()
    #expect(try JSON(parsing: bytes) == [1, 2])
    #expect(try JSON(parsing: bytes.reversed().reversed() as [UInt8]) == [1, 2])
    #expect(try JSON(parsing: AnyCollection(bytes)) == [1, 2])
    #expect(try JSON.parseWithLocations(AnyCollection(bytes)).location(of: ["1"]).line == 2)
    #expect(throws: JSONParseError.self) { try JSON(parsing: AnyCollection<UInt8>([])) }
  }
}
