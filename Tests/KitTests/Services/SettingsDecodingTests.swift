import FieldhouseKit
import Foundation
import Testing

@Suite struct `Settings as a plugin's own type` {
  private struct Given: Settings { let values: JSON }
  private enum Mode: String, Decodable { case easy, hard }
  private struct Limits: Decodable, Equatable { var least: Int8, most: UInt8 }
  private struct Own: Decodable, Equatable {
    var opens: Date?
    var site: URL?
    var mode: Mode?
    var limits: [Limits]?
    var weights: [String: Double]?
    var extra: JSON?
  }

  private func error<Value: Decodable>(_ values: JSON, as type: Value.Type) -> JSONDecodingError? {
    #expect(throws: JSONDecodingError.self) { _ = try Given(values: values).decode(type) }
  }

  @Test func `are read into every type that JSON can say`() throws {
    let own: Own = try Given(
      values: [
        "opens": "2025-08-15T19:00:00+02:00", "site": "https://example.org/a?b", "mode": "hard",
        "limits": [["least": -128, "most": 255]], "weights": ["a": 1, "b": 0.5], "extra": [.null, ["x": 1]],
      ]
    ).decode()
    #expect(own.opens == Date(timeIntervalSince1970: 1_755_277_200) && own.site?.query == "b" && own.mode == .hard)
    #expect(own.limits == [Limits(least: -128, most: 255)] && own.weights == ["a": 1, "b": 0.5])
    #expect(own.extra == [.null, ["x": 1]])
    #expect(try Given(values: [:]).decode(Own.self) == Own())
    #expect(try Given(values: ["mode": .null, "unknown": 1]).decode(Own.self) == Own())
    #expect(try Given(values: ["a": 1]).decode([String: Int].self) == ["a": 1])
  }

  @Test(
    arguments: [
      (["limits": [["least": -129, "most": 0]]], "/limits/0/least"),
      (["limits": [["least": 0, "most": 0], ["least": 0, "most": 256]]], "/limits/1/most"),
      (["limits": [["least": 0.5, "most": 0]]], "/limits/0/least"), (["limits": [["least": 0]]], "/limits/0/most"),
      (["limits": [1]], "/limits/0"), (["limits": [:]], "/limits"), (["opens": "yesterday"], "/opens"),
      (["opens": 5], "/opens"), (["mode": "Hard"], "/mode"), (["weights": ["a/b": "1"]], "/weights/a~1b"),
    ] as [(JSON, String)])
  func `say where they do not fit it`(values: JSON, pointer: String) {
    #expect(error(values, as: Own.self)?.pointer.description == pointer)
  }

  @Test func `that are no object fit no type with members`() {
    for values in [JSON.null, [], "a", 1, true] { #expect(error(values, as: Own.self)?.pointer == .root) }
  }
}
