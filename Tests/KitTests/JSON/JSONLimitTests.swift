import FieldhouseKit
import Testing

@Suite struct `What the JSON parser puts up with` {
  private func code(_ text: String, _ limits: JSONLimits) -> String? {
    do { _ = try JSON(parsing: text, limits: limits) } catch { return error.code }
    return nil
  }

  @Test func `is never more than 512 levels, however the limit is set`() {
    var limits = JSONLimits(maxDepth: 4)
    limits.maxDepth = .max
    #expect(limits.maxDepth == 512)
    #expect(JSONLimits(maxDepth: 513) == JSONLimits(maxDepth: 512))
    #expect(code(String(repeating: "[", count: 200_000), limits) == "json-too-deep")
    #expect(code(String(repeating: "{\"a\":", count: 200_000), limits) == "json-too-deep")
  }

  @Test(arguments: [(0, "0", nil), (0, "[]", "json-too-deep"), (1, "[1]", nil), (1, "{\"a\":{}}", "json-too-deep")])
  func `counts brackets, not values`(depth: Int, text: String, expected: String?) {
    #expect(code(text, JSONLimits(maxDepth: depth)) == expected)
  }

  @Test func `counts bytes, not characters, and spaces too`() {
    #expect(code("\"é\"", JSONLimits(maxBytes: 4)) == nil)
    #expect(code("\"é\"", JSONLimits(maxBytes: 3)) == "json-too-large")
    #expect(code(" 1 ", JSONLimits(maxBytes: 2)) == "json-too-large")
    let error = #expect(throws: JSONParseError.self) { try JSON(parsing: "[1]", limits: JSONLimits(maxBytes: 2)) }
    #expect(error?.message == "The document has 3 bytes; at most 2 are accepted.")
    #expect(error?.pointer == nil)
    #expect(error?.offset == 0)
  }

  @Test func `counts the members of each object on its own`() {
    let limits = JSONLimits(maxKeysPerObject: 2)
    #expect(code("{\"a\":{\"a\":1,\"b\":{}},\"b\":[{\"a\":1,\"b\":2},{\"c\":3,\"d\":4}]}", limits) == nil)
    let error = #expect(throws: JSONParseError.self) {
      try JSON(parsing: "[{\"a\":{\"x\":1,\"y\":2,\"z\":3}}]", limits: limits)
    }
    #expect(error?.code == "json-too-many-keys")
    #expect(error?.pointer == ["0", "a"])
    #expect(error?.offset == 19)
    #expect(error?.message == "An object may have at most 2 members.")
    #expect(code("{}", JSONLimits(maxKeysPerObject: 0)) == nil)
    #expect(code("{\"a\":1}", JSONLimits(maxKeysPerObject: 0)) == "json-too-many-keys")
  }

  @Test func `is 64 levels, 16 MiB and 10,000 members unless told`() throws {
    #expect(JSONLimits.default == JSONLimits(maxDepth: 64, maxBytes: 16_777_216, maxKeysPerObject: 10_000))
    let members = (0..<10_000).map { "\"\($0)\":0" }.joined(separator: ",")
    #expect(try JSON(parsing: "{\(members)}").object?.count == 10_000)
    #expect(code("{\(members),\"x\":0}", .default) == "json-too-many-keys")
    let spaces = String(repeating: " ", count: 16_777_215)
    #expect(code(spaces + "1", .default) == nil)
    #expect(code(spaces + "12", .default) == "json-too-large")
  }
}
