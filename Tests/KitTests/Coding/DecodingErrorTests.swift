import FieldhouseKit
import Foundation
import Testing

/// A value that uses its decoder as told.
private protocol Way { static func read(_ decoder: any Decoder) throws }
private struct Reads<W: Way>: Decodable { init(from decoder: any Decoder) throws { try W.read(decoder) } }

private enum Key: String, CodingKey { case a, b, none }
private enum Colour: String, Decodable { case red }
private struct Point: Decodable {
  var x: Int
  var y: UInt8?
}

@Suite struct `What decoding says` {
  private func failure<T: Decodable>(_ type: T.Type, _ value: JSON) -> JSONDecodingError? {
    #expect(throws: JSONDecodingError.self) { try JSONValueDecoder().decode(type, from: value) }
  }

  @Test(
    arguments: [
      (["x": "1"], "type", "/x", "Found a string; expected a whole number."),
      (["x": .null], "type", "/x", "Found null; expected a whole number."),
      (["x": 1.5], "type", "/x", "Found a number; expected a whole number."),
      (["x": []], "type", "/x", "Found a list; expected a whole number."),
      (["x": 1e300], "range", "/x", "Found 1e+300; expected -9223372036854775808 to 9223372036854775807."),
      (["x": 1, "y": 256], "range", "/y", "Found 256; expected 0 to 255."),
      (["x": 1, "y": -1], "range", "/y", "Found -1; expected 0 to 255."),
      (["x": 1, "y": true], "type", "/y", "Found a boolean; expected a whole number."),
      (["y": 1], "required", "/x", "The member `x` is missing; add it."),
      ([1], "type", "", "Found a list; expected an object."),
      ("x", "type", "", "Found a string; expected an object."), (.null, "type", "", "Found null; expected an object."),
    ] as [(JSON, String, String, String)])
  func `names the code, the place, what was found and what was expected`(
    value: JSON, code: String, pointer: String, detail: String
  ) {
    let error = failure(Point.self, value)
    #expect(error?.code == code)
    #expect(error?.pointer.description == pointer)
    #expect(error?.detail == detail)
    #expect(error?.description == (pointer.isEmpty ? detail : "\(pointer): \(detail)"))
  }

  @Test func `tells every kind of value apart`() {
    #expect(failure(Bool.self, 1)?.detail == "Found an integer; expected true or false.")
    #expect(failure(String.self, [:])?.detail == "Found an object; expected a string.")
    #expect(failure(Double.self, "1")?.detail == "Found a string; expected a number.")
    #expect(failure([Int].self, [:])?.detail == "Found an object; expected a list.")
    #expect(failure(JSONObject.self, [])?.detail == "Found a list; expected an object.")
    #expect(failure([String: Int].self, ["a": ["b": 1]])?.pointer == ["a"])
    #expect(failure(Float.self, 1e39)?.detail == "The number is too large.")
    #expect(failure(Date.self, "2025-08-15")?.code == "format")
    #expect(failure(Date.self, 0)?.detail == "Found an integer; expected a string.")
    #expect(failure(Data.self, "a")?.detail == "Expected bytes in Base64.")
    #expect(failure(URL.self, "")?.detail == "Expected a URL.")
    #expect(failure(UUID.self, "x")?.code == "invalid")
    #expect(failure(Colour.self, "blue")?.code == "invalid")
    #expect(failure([Colour].self, ["red", 1])?.pointer == ["1"])
  }

  @Test func `refuses whole numbers that were rounded when they were read`() throws {
    for text in ["9223372036854775808", "9223372036854775809", "18446744073709551615", "1e19"] {
      let error = failure([UInt64].self, [try JSON(parsing: text)])
      #expect(error?.code == "range")
      #expect(error?.pointer == ["0"])
      #expect(error?.detail.hasSuffix("expected 0 to 9223372036854775807.") == true)
    }
    #expect(try JSONValueDecoder().decode(UInt64.self, from: JSON(parsing: "9223372036854775807")) == UInt64(Int64.max))
    #expect(try JSONValueDecoder().decode(UInt.self, from: 2.0) == 2)
  }

  private enum Missing: Way {
    static func read(_ decoder: any Decoder) throws {
      throw DecodingError.keyNotFound(Key.a, .init(codingPath: decoder.codingPath, debugDescription: "?"))
    }
  }
  private enum Absent: Way {
    static func read(_ decoder: any Decoder) throws {
      throw DecodingError.valueNotFound(Int.self, .init(codingPath: decoder.codingPath, debugDescription: "No value."))
    }
  }
  private enum Mistaken: Way {
    static func read(_ decoder: any Decoder) throws {
      throw DecodingError.typeMismatch(Int.self, .init(codingPath: decoder.codingPath, debugDescription: "No number."))
    }
  }
  private enum Corrupt: Way {
    static func read(_ decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      throw DecodingError.dataCorruptedError(forKey: .b, in: container, debugDescription: "Bad.")
    }
  }
  private enum Own: Way { static func read(_ decoder: any Decoder) throws { throw CocoaError(.fileNoSuchFile) } }

  @Test func `tells what a type's own decoding reports, with its place`() {
    let missing = failure([Reads<Missing>].self, [1])
    #expect(missing?.code == "required")
    #expect(missing?.pointer == ["0", "a"])
    #expect(missing?.detail == "The member `a` is missing; add it.")
    let absent = failure([String: [Reads<Absent>]].self, ["x": [1]])
    #expect(absent?.code == "type")
    #expect(absent?.pointer == ["x", "0"])
    #expect(absent?.detail == "No value.")
    #expect(failure(Reads<Mistaken>.self, 1)?.code == "type")
    #expect(failure(Reads<Mistaken>.self, 1)?.pointer == .root)
    let corrupt = failure([Reads<Corrupt>].self, [[:]])
    #expect(corrupt?.code == "invalid")
    #expect(corrupt?.pointer == ["0", "b"])
    #expect(corrupt?.description == "/0/b: Bad.")
    #expect(throws: CocoaError.self) { try JSONValueDecoder().decode([Reads<Own>].self, from: [1]) }
  }

  private enum Walk: Way {
    static func read(_ decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      #expect(list.count == 4 && list.currentIndex == 0 && !list.isAtEnd)
      #expect(throws: JSONDecodingError.self) { try list.decode(Int.self) }
      #expect(try !list.decodeNil() && list.currentIndex == 0)
      #expect(try list.decode(String.self) == "x" && list.currentIndex == 1)
      #expect(try list.decodeNil() && list.currentIndex == 2)
      #expect(throws: JSONDecodingError.self) { try list.nestedUnkeyedContainer() }
      #expect(throws: JSONDecodingError.self) { try list.decode([Int].self) }
      #expect(list.currentIndex == 2)
      let members = try list.nestedContainer(keyedBy: Key.self)
      #expect(members.allKeys == [.a] && members.contains(.a) && !members.contains(.b))
      #expect(members.codingPath.map(\.intValue) == [2])
      let inner = try list.superDecoder()
      #expect(inner.codingPath.map(\.stringValue) == ["3"] && list.isAtEnd)
      #expect(try inner.singleValueContainer().decode(Bool.self))
      _ = try list.decode(Int.self)
    }
  }

  @Test func `walks a list step by step, and not past its end`() {
    let error = failure(Reads<Walk>.self, ["x", .null, ["a": 1, "other": 2], true])
    #expect(error?.code == "too-few-items")
    #expect(error?.pointer == .root)
    #expect(error?.detail == "The list has 4 items; one more is expected.")
  }

  private enum Ask: Way {
    static func read(_ decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Key.self)
      #expect(try members.decodeNil(forKey: .a) && !members.decodeNil(forKey: .b))
      #expect(try members.decodeIfPresent(Int.self, forKey: .none) == nil)
      #expect(try members.decodeIfPresent([Int].self, forKey: .a) == nil)
      #expect(try members.superDecoder(forKey: .none).singleValueContainer().decodeNil())
      #expect(try members.superDecoder().codingPath.map(\.stringValue) == ["super"])
      #expect(throws: JSONDecodingError.self) { try members.decodeIfPresent([Int].self, forKey: .b) }
      #expect(throws: JSONDecodingError.self) { try members.nestedContainer(keyedBy: Key.self, forKey: .b) }
      _ = try members.decodeNil(forKey: .none)
    }
  }

  @Test func `knows what is absent from what is null`() {
    let error = failure(Reads<Ask>.self, ["a": .null, "b": 1])
    #expect(error?.code == "required")
    #expect(error?.pointer == ["none"])
  }
}
