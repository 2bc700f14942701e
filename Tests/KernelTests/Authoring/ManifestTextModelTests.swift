import FieldhouseKit
import FieldhouseTestSupport
import Testing

@testable import FieldhouseKernel

/// Texts made by chance that are changed member by member, against the objects that they stand for.
@Suite struct `Any text of a manifest that is edited` {
  private static let names = ["enabled", "settings", "a b", "ü", "\"", "}", "e\u{301}", "x,y:z"]

  private static func value(_ random: inout SeededRandom, depth: Int = 2) -> JSON {
    switch random.next(below: depth > 0 ? 8 : 6) {
    case 0: .null
    case 1: .bool(true)
    case 2: .integer(Int64(random.next(below: 100)) - 50)
    case 3: .number(random.real() + 0.0625)
    case 4: .string("} ],\"\\: " + random.text())
    case 5: .string("")
    case 6: .array((0..<random.next(below: 3)).map { _ in value(&random, depth: depth - 1) })
    default:
      .object(JSONObject((0..<random.next(below: 3)).map { ("\(names[$0])", value(&random, depth: depth - 1)) }))
    }
  }

  /// The text of an object with white space wherever it may stand.
  private static func text(_ members: [(String, JSON)], _ random: inout SeededRandom) -> String {
    func space() -> String { ["", " ", "\n  ", "\t", "\r\n"][random.next(below: 5)] }
    let body = members.map { name, value in
      let key = random.next(below: 4) == 0 && name == "enabled" ? "\"\\u0065nabled\"" : JSON.string(name).serialized()
      return space() + key + space() + ":" + space() + value.serialized(pretty: random.next(below: 2) == 0) + space()
    }
    return space() + "{" + (body.isEmpty ? space() : body.joined(separator: ",")) + "}" + space()
  }

  @Test func `says what it should, and keeps every other byte of its values`() throws {
    var random = SeededRandom(seed: 51)
    for _ in 0..<300 {
      let own = names(random.next(below: Self.names.count + 1), &random)
      var model = own.map { ($0, Self.value(&random)) }
      var text = try ManifestText(Array(Self.text(model, &random).utf8))
      for _ in 0..<6 {
        let name = Self.names[random.next(below: Self.names.count)]
        let before = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, text.value($0)) })
        let place = model.firstIndex { $0.0 == name }
        if random.next(below: 3) == 0 {
          text.remove(name)
          if let place { model.remove(at: place) }
        } else {
          let value = Self.value(&random)
          text.set(name, Array(value.serialized().utf8))
          if let place { model[place].1 = value } else { model.append((name, value)) }
        }
        let shown = String(decoding: text.bytes, as: UTF8.self)
        let found = try #require(try JSON(parsing: text.bytes).object, "\(shown)")
        #expect(found.map { $0.key } == model.map { $0.0 }, "\(shown)")
        #expect(found.map { $0.value } == model.map { $0.1 }, "\(shown)")
        for other in Self.names where other != name { #expect(text.value(other) == before[other], "\(shown)") }
      }
    }
  }

  private func names(_ count: Int, _ random: inout SeededRandom) -> [String] {
    Array(Self.names.shuffled(using: &random).prefix(count))
  }
}
