import FieldhouseKit
import Testing

/// What a schema says of some values.
struct SchemaFact: Sendable, CustomTestStringConvertible {
  let schema: JSON
  let fits: [JSON]
  let fails: [JSON]

  init(_ schema: JSON, fits: [JSON] = [], fails: [JSON] = []) {
    self.schema = schema
    self.fits = fits
    self.fails = fails
  }

  var testDescription: String { schema.serialized() }
}

/// The keywords of JSON Schema 2020-12, each with values on both sides of its border. The facts are those of the public
/// JSON-Schema-Test-Suite, told with other schemas and values.
@Suite struct `A keyword of JSON Schema` {
  private func expect(_ fact: SchemaFact) throws {
    let compiled = try CompiledSchema(Schema(fact.schema))
    for value in fact.fits { #expect(compiled.validate(value).isEmpty, "\(value)") }
    for value in fact.fails { #expect(!compiled.validate(value).isEmpty, "\(value)") }
  }

  private static let one: [JSON] = [.null, true, 0, 1.5, "x", [], [:]]

  @Test(
    arguments: [
      SchemaFact(["type": "null"], fits: [.null], fails: [0, "", false, [], [:], "null"]),
      SchemaFact(["type": "boolean"], fits: [true, false], fails: [0, 1, "true", .null, []]),
      SchemaFact(["type": "integer"], fits: [0, -3, 7.0, 1e300], fails: [0.5, "7", true, .null, [7]]),
      SchemaFact(["type": "number"], fits: [0, -3, 7.5], fails: ["7.5", true, .null, [], [:]]),
      SchemaFact(["type": "string"], fits: ["", "7", "null"], fails: [7, .null, ["x"], false]),
      SchemaFact(["type": "array"], fits: [[], [1, "x"]], fails: [[:], "[]", .null]),
      SchemaFact(["type": "object"], fits: [[:], ["a": 1]], fails: [[], "{}", .null]),
      SchemaFact(["type": ["string", "null", "integer"]], fits: ["x", .null, 3], fails: [3.5, true, [], [:]]),
      SchemaFact([:], fits: one), SchemaFact(true, fits: one), SchemaFact(false, fails: one),
      SchemaFact(
        ["enum": [1, "one", [1], ["n": 1], .null]], fits: [1, 1.0, "one", [1.0], ["n": 1], .null],
        fails: [2, "1", [], ["n": 2], false]),
      SchemaFact(["enum": [false]], fits: [false], fails: [0, .null, "", [false]]),
      SchemaFact(["enum": [0]], fits: [0, 0.0, .number(-0.0)], fails: [false, "0", .null, [0]]),
      SchemaFact(
        ["const": ["a": [1, ["b": .null]]]], fits: [["a": [1.0, ["b": .null]]]],
        fails: [["a": [1]], ["a": [1, [:]]], .null]),
      SchemaFact(["const": .null], fits: [.null], fails: [0, false, "", [:]]),
      SchemaFact(["const": "a\u{0}b"], fits: ["a\0b"], fails: ["ab", "a"]),
    ])
  func `for any value`(fact: SchemaFact) throws { try expect(fact) }

  @Test(
    arguments: [
      SchemaFact(["minimum": -1.5], fits: [-1.5, -1, 7, "x", .null, []], fails: [-1.6, -2, -1e300]),
      SchemaFact(["maximum": 300], fits: [300, 300.0, -5, "301"], fails: [300.5, 301, 1e300]),
      SchemaFact(["exclusiveMinimum": 2], fits: [2.1, 3, "1"], fails: [2, 2.0, 1]),
      SchemaFact(["exclusiveMaximum": 2], fits: [1.9, -3], fails: [2, 2.0, 3]),
      SchemaFact(["minimum": 9_007_199_254_740_993], fits: [9_007_199_254_740_993], fails: [9_007_199_254_740_992]),
      SchemaFact(["minimum": 1, "maximum": 1], fits: [1, 1.0], fails: [0.999, 1.001]),
      SchemaFact(["multipleOf": 3], fits: [0, 3, -9, 6.0, "x"], fails: [1, 4, 3.1]),
      SchemaFact(["multipleOf": 1.5], fits: [0, 4.5, -3], fails: [35, 1]),
      SchemaFact(["multipleOf": 0.0001], fits: [0.0075, 19.9999], fails: [0.00751]),
      SchemaFact(["multipleOf": 0.5], fits: [1e300], fails: [0.25]),
      SchemaFact(["minLength": 2], fits: ["ab", "äö", "🎉🎉", 1, []], fails: ["", "a", "🎉"]),
      SchemaFact(["maxLength": 2], fits: ["", "ab", "🎉🎉", 100], fails: ["abc", "🎉🎉🎉", "e\u{301}e\u{301}"]),
      SchemaFact(["minLength": 0], fits: [""]), SchemaFact(["maxLength": 2.0], fits: ["ab"], fails: ["abc"]),
      SchemaFact(["pattern": "^a*$"], fits: ["", "aaa", 7, .null], fails: ["ab", "b"]),
      SchemaFact(["pattern": "a+"], fits: ["xxaay"], fails: ["xy", ""]),
      SchemaFact(["pattern": "^[^x]$"], fits: ["a", "é"], fails: ["x", "ab"]),
      SchemaFact(["pattern": "^\\d+$"], fits: ["042"], fails: ["٤٢", "4 2", "-1"]),
      SchemaFact(["pattern": "^\\w+$"], fits: ["a_9"], fails: ["é", "a-b"]),
      SchemaFact(["pattern": "^\\W$"], fits: ["é", " "], fails: ["a", "_"]),
      SchemaFact(["pattern": "^\\S+\\s\\S+$"], fits: ["a b", "a\tb"], fails: ["ab", "a  b"]),
      SchemaFact(["pattern": "^[a[b&&]$"], fits: ["a", "[", "b", "&"], fails: ["]", "c"]),
      SchemaFact(["pattern": "^[\\d\\w-]+$"], fits: ["a-9"], fails: ["a.9"]),
      SchemaFact(["pattern": "^(?!x)..$"], fits: ["ab"], fails: ["xb"]),
      SchemaFact(["pattern": "^.$"], fits: ["🐲"], fails: ["🐲🐲", ""]),
      SchemaFact(["pattern": "a\\/b"], fits: ["a/b"], fails: ["a\\/b"]),
      SchemaFact(["pattern": "^\\x41\\u0042$"], fits: ["AB"], fails: ["ab"]),
    ])
  func `for numbers and texts`(fact: SchemaFact) throws { try expect(fact) }

  @Test(
    arguments: [
      SchemaFact(
        ["items": ["type": "integer"]], fits: [[], [1, 2], "x", ["0": "x"]], fails: [["x"], [1, "x"], [.null]]),
      SchemaFact(["items": false], fits: [[]], fails: [[1]]), SchemaFact(["items": true], fits: [[1, "x"]]),
      SchemaFact(
        ["prefixItems": [["type": "integer"], ["type": "string"]]], fits: [[], [1], [1, "a"], [1, "a", .null]],
        fails: [["a"], [1, 1]]),
      SchemaFact(
        ["prefixItems": [["type": "string"]], "items": ["type": "integer"]], fits: [["a", 1, 2], []],
        fails: [[1], ["a", "b"]]),
      SchemaFact(["prefixItems": [[:], [:]], "items": false], fits: [[1, 2], [1]], fails: [[1, 2, 3]]),
      SchemaFact(["minItems": 1, "maxItems": 2], fits: [[1], [1, 2], "x", [:]], fails: [[], [1, 2, 3]]),
      SchemaFact(
        ["uniqueItems": true],
        fits: [
          [], [1, 2], [1, true], [0, false], [["a": 1], ["a": 2]], [[1], [2]], ["a", "A"], [.null, 0, false, ""],
          ["é", "e\u{301}"], [1, "1"],
        ],
        fails: [
          [1, 1], [1, 1.0], ["a", "b", "a"], [["a": 1, "b": 2], ["b": 2, "a": 1]], [[1], [1.0]], [.null, .null],
          [true, false, true],
        ]),
      SchemaFact(["uniqueItems": false], fits: [[1, 1]]),
      SchemaFact(["items": ["items": ["maximum": 5]]], fits: [[[1], [2, 3], []]], fails: [[[1], [6]]]),
    ])
  func `for lists`(fact: SchemaFact) throws { try expect(fact) }

  @Test(
    arguments: [
      SchemaFact(
        ["properties": ["a": ["type": "integer"], "b": false]], fits: [[:], ["a": 1], ["c": "x"], [], "a"],
        fails: [["a": "1"], ["b": 1], ["a": 1, "b": .null]]),
      SchemaFact(
        ["properties": ["a\nb": ["type": "integer"], "a\"b": ["type": "string"]]], fits: [["a\nb": 1, "a\"b": "x"]],
        fails: [["a\nb": "x"], ["a\"b": 1]]),
      SchemaFact(
        ["properties": ["__proto__": ["type": "integer"], "constructor": ["type": "integer"]]],
        fits: [[:], ["toString": "x"]], fails: [["__proto__": "x"], ["constructor": "x"]]),
      SchemaFact(
        ["required": ["a", "b"]], fits: [["a": .null, "b": 0], [], "a", 3], fails: [[:], ["a": 1], ["A": 1, "b": 1]]),
      SchemaFact(["required": []], fits: [[:]]),
      SchemaFact(["required": ["a\\b"]], fits: [["a\\b": 1]], fails: [["a": 1]]),
      SchemaFact(["additionalProperties": false], fits: [[:], [], "x"], fails: [["a": 1]]),
      SchemaFact(
        ["properties": ["a": [:]], "additionalProperties": ["type": "integer"]], fits: [["a": "x", "b": 1]],
        fails: [["b": "x"]]),
      SchemaFact(
        ["patternProperties": ["^x-": ["type": "string"]], "additionalProperties": false], fits: [["x-a": "s"], [:]],
        fails: [["x-a": 1], ["y": "s"], ["ax-": "s"]]),
      SchemaFact(
        ["patternProperties": ["a": ["minimum": 2], "b": ["maximum": 5]]], fits: [["ab": 3, "c": 9]],
        fails: [["ab": 1], ["ab": 6], ["xay": 1]]),
      SchemaFact(
        ["properties": ["ab": ["type": "integer"]], "patternProperties": ["^a": ["minimum": 1]]], fits: [["ab": 1]],
        fails: [["ab": 0], ["ab": 1.5]]),
      SchemaFact(
        ["propertyNames": ["maxLength": 2, "pattern": "^[a-z]*$"]], fits: [["a": 1, "bc": 2], [:], [1]],
        fails: [["abc": 1], ["A": 1]]),
      SchemaFact(["propertyNames": false], fits: [[:], []], fails: [["": 1]]),
      SchemaFact(["propertyNames": ["enum": ["a", "b"]]], fits: [["a": 1]], fails: [["c": 1]]),
      SchemaFact(
        ["minProperties": 1, "maxProperties": 2], fits: [["a": 1], ["a": 1, "b": 2], [], "x"],
        fails: [[:], ["a": 1, "b": 2, "c": 3]]),
    ])
  func `for objects`(fact: SchemaFact) throws { try expect(fact) }

  @Test(
    arguments: [
      SchemaFact(["allOf": [["type": "integer"], ["minimum": 3]]], fits: [3], fails: [2, 3.5, "x"]),
      SchemaFact(["allOf": [true, false]], fails: [1]),
      SchemaFact(["allOf": [[:]], "minimum": 1], fits: [1, "x"], fails: [0]),
      SchemaFact(["anyOf": [["type": "integer"], ["minimum": 2]]], fits: [1, 2.5, 3, "x"], fails: [1.5]),
      SchemaFact(
        ["anyOf": [["required": ["a"]], ["required": ["b"]]], "properties": ["a": ["type": "string"]]],
        fits: [["a": "x"], ["b": 1]], fails: [[:], ["a": 1]]),
      SchemaFact(["anyOf": [true, false]], fits: [1]), SchemaFact(["anyOf": [false, false]], fails: [1]),
      SchemaFact(["oneOf": [["type": "integer"], ["minimum": 2]]], fits: [1, 2.5, "x"], fails: [3, 1.5]),
      SchemaFact(
        ["oneOf": [["required": ["a"]], ["required": ["b"]]]], fits: [["a": 1], ["b": 1]],
        fails: [[:], ["a": 1, "b": 2]]),
      SchemaFact(["oneOf": [true, true]], fails: [1]), SchemaFact(["oneOf": [true, false, false]], fits: [1]),
      SchemaFact(["not": ["type": "integer"]], fits: ["x", 1.5], fails: [1]),
      SchemaFact(["not": ["not": ["type": "string"]]], fits: ["x"], fails: [1]),
      SchemaFact(["not": [:]], fails: [1, [:]]), SchemaFact(["not": false], fits: [1]),
      SchemaFact(["properties": ["a": ["not": [:]]]], fits: [["b": 1]], fails: [["a": 1]]),
      SchemaFact(
        ["if": ["minimum": 0], "then": ["multipleOf": 2], "else": ["const": -1]],
        fits: [4, -1, "x"].filter { $0 != "x" }, fails: [3, -2]),
      SchemaFact(["if": ["const": 1]], fits: [1, 2]), SchemaFact(["then": false], fits: [1]),
      SchemaFact(["else": false], fits: [1]),
      SchemaFact(["if": true, "then": ["const": "yes"], "else": ["const": "no"]], fits: ["yes"], fails: ["no"]),
      SchemaFact(["if": ["type": "integer"], "then": ["minimum": 5]], fits: [5, "x"], fails: [4]),
      SchemaFact(["if": ["type": "integer"], "else": ["type": "string"]], fits: [5, "x"], fails: [.null]),
    ])
  func `that combines schemas`(fact: SchemaFact) throws { try expect(fact) }

  @Test(
    arguments: [
      SchemaFact(["$ref": "#/$defs/n", "$defs": ["n": ["type": "integer"]]], fits: [1], fails: ["x"]),
      SchemaFact(["$ref": "#/$defs/n", "maximum": 5, "$defs": ["n": ["minimum": 2]]], fits: [3], fails: [1, 6]),
      SchemaFact(
        ["properties": ["a": ["type": "integer"], "b": ["$ref": "#/properties/a"]]], fits: [["b": 1]],
        fails: [["b": "x"]]),
      SchemaFact(
        ["prefixItems": [["type": "integer"], ["$ref": "#/prefixItems/0"]]],
        fits: [["x"], [1, 2]].filter { $0 != ["x"] }, fails: [[1, "x"]]),
      SchemaFact(
        ["properties": ["child": ["$ref": "#"]], "additionalProperties": false], fits: [["child": ["child": [:]]]],
        fails: [["child": ["other": 1]]]),
      SchemaFact(["$ref": "#/$defs/a~1b", "$defs": ["a/b": ["type": "integer"]]], fits: [1], fails: ["x"]),
      SchemaFact(["$ref": "#/$defs/a~0b", "$defs": ["a~b": ["type": "integer"]]], fits: [1], fails: ["x"]),
      SchemaFact(["$ref": "#/$defs/a%25b", "$defs": ["a%b": ["type": "integer"]]], fits: [1], fails: ["x"]),
      SchemaFact(["$ref": "#/$defs/%C3%A9", "$defs": ["é": ["type": "integer"]]], fits: [1], fails: ["x"]),
      SchemaFact(["properties": ["$ref": ["type": "string"]]], fits: [["$ref": "x"]], fails: [["$ref": 1]]),
      SchemaFact(
        [
          "$ref": "#/$defs/b",
          "$defs": ["a": ["type": "integer"], "b": ["$ref": "#/$defs/c"], "c": ["$ref": "#/$defs/a"]],
        ], fits: [1], fails: ["x"]),
      SchemaFact(["$ref": "#/$defs/no", "$defs": ["no": false]], fails: [1]),
      SchemaFact(["enum": [["$ref": "#/none"]]], fits: [["$ref": "#/none"]], fails: [1]),
      SchemaFact(
        [
          "default": ["$ref": "#/none"], "title": "t", "description": "d", "examples": [1], "deprecated": true,
          "$comment": "c", "x-own": 1,
        ], fits: [1]),
      SchemaFact(
        [
          "$ref": "#/$defs/tree",
          "$defs": [
            "tree": [
              "properties": ["value": ["type": "integer"], "children": ["items": ["$ref": "#/$defs/tree"]]],
              "required": ["value"],
            ]
          ],
        ], fits: [["value": 1, "children": [["value": 2, "children": []]]]],
        fails: [["value": 1, "children": [["value": "x"]]], ["value": 1, "children": [[:]]]]),
    ])
  func `that refers to another schema`(fact: SchemaFact) throws { try expect(fact) }
}

@Suite struct `A format of JSON Schema` {
  private func expect(_ format: String, _ text: String, _ fits: Bool) throws {
    let found = try CompiledSchema(Schema(["format": .string(format)])).validate(.string(text))
    #expect(found.map(\.code) == (fits ? [] : ["format"]), "\(format) \(text)")
  }

  @Test(
    arguments: [
      ("joe.bloggs@example.com", true), ("te~st@example.com", true), ("~test~@example.com", true),
      ("te.s.t@example.com", true),
      ("\"joe bloggs\"@example.com", true), ("\"joe..bloggs\"@example.com", true), ("\"joe@bloggs\"@example.com", true),
      ("joe@[127.0.0.1]", true), ("joe@[IPv6:::1]", true), ("a+b@x-y.example", true), ("a@localhost", true),
      ("2962", false), ("", false), ("@", false), ("@example.com", false), ("a@", false), (".test@example.com", false),
      ("test.@example.com", false), ("te..st@example.com", false), ("joe@[127.0.0.300]", false), ("joe@[::1]", false),
      ("joe@example..com", false), ("joe@-x.com", false), ("joe@x-.com", false), ("joe@exa_mple.com", false),
      ("a b@example.com", false),
      ("a@b@example.com", false), ("joe bloggs@example.com", false), ("\"a\"b@example.com", false),
      ("ü@example.com", false),
      ("joe@münchen.de", false), ("joe@invalid=domain.com", false), ("a@b\n", false), ("\"a\\\"@example.com", false),
    ])
  func `email is a mailbox of RFC 5321`(text: String, fits: Bool) throws { try expect("email", text, fits) }

  @Test(arguments: [(64, 10, true), (65, 10, false), (1, 63, true), (1, 64, false)])
  func `email keeps to the lengths of RFC 5321`(local: Int, label: Int, fits: Bool) throws {
    try expect(
      "email", String(repeating: "a", count: local) + "@" + String(repeating: "b", count: label) + ".example", fits)
  }

  @Test(arguments: [(254, true), (255, false)]) func `email has at most 254 bytes`(length: Int, fits: Bool) throws {
    let labels = Array(repeating: String(repeating: "b", count: 49), count: 4).joined(separator: ".")
    let rest = length - 2 - labels.utf8.count - 1
    try expect("email", "a@\(labels).\(String(repeating: "c", count: rest))", fits)
  }

  @Test(
    arguments: [
      ("http://foo.bar/?baz=qux#quux", true), ("http://foo.com/blah_(wikipedia)_blah#cite-1", true),
      ("http://foo.bar/?q=Test%20URL", true),
      ("http://xn--nw2a.xn--j6w193g/", true), ("http://-.~_!$&'()*+,;=:%40:80%2f::::::@example.com", true),
      ("http://223.255.255.254", true),
      ("ftp://ftp.is.co.za/rfc/rfc1808.txt", true), ("ldap://[2001:db8::7]/c=GB?objectClass?one", true),
      ("mailto:John.Doe@example.com", true),
      ("tel:+1-816-555-1212", true), ("urn:oasis:names:docbook", true), ("a:", true), ("data:,x", true),
      ("http://h:/", true),
      ("http://[::ffff:1.2.3.4]:80/", true), ("//foo.bar/?baz", false), ("/abs/path", false), ("\\\\share", false),
      ("abc", false),
      ("", false), (":// x", false), ("http:// shouldfail.com", false), ("1http://x", false), ("bar,baz:quux", false),
      ("http://a b", false),
      ("http://x/%zz", false), ("http://x/%2", false), ("http://x/<y>", false), ("http://x/\"", false),
      ("http://x/{y}", false),
      ("http://[::1", false), ("http://[x]/", false), ("http://x:8a/", false), ("http://x/#a#b", false),
      ("http://é.example/", false),
      ("http://[::1]x/", false), ("http://x/^", false), ("http://x/`", false), ("http://x/|", false),
    ])
  func `uri is a URI of RFC 3986`(text: String, fits: Bool) throws { try expect("uri", text, fits) }

  @Test(
    arguments: [
      ("::", true), ("::1", true), ("1::", true), ("1:2:3:4:5:6:7:8", true), ("1:2:3:4:5:6:7::", true),
      ("::2:3:4:5:6:7:8", true),
      ("::ffff:192.0.2.1", true), ("1:2:3:4:5:6:1.2.3.4", true), ("abcd:EF01::", true), ("1:2:3:4:5:6:7", false),
      ("1:2:3:4:5:6:7:8:9", false),
      ("1::2::3", false), (":::", false), ("12345::", false), ("g::", false), ("1:2:3:4:5:6:7:8::", false),
      ("::1.2.3", false),
      ("1.2.3.4::", false), ("::1.2.3.256", false), (":1", false), ("1:", false), ("", false),
    ])
  func `uri with an address in brackets holds it to RFC 4291`(address: String, fits: Bool) throws {
    try expect("uri", "http://[\(address)]/", fits)
  }

  @Test(
    arguments: [
      ("2EB8AA08-AA98-11EA-B4AA-73B441D16380", true), ("2eb8aa08-aa98-11ea-b4aa-73b441d16380", true),
      ("00000000-0000-0000-0000-000000000000", true),
      ("2eb8aa08-aa98-11ea-b4aa-73b441d1638", false), ("2eb8aa08-aa98-11ea-73b441d16380", false),
      ("2eb8aa08aa9811eab4aa73b441d16380", false),
      ("2eb8aa08aa98-11ea-b4aa73b441d16380", false), ("2eb8-aa08-aa98-11ea-b4aa73b44-1d16380", false),
      ("2eb8aa08-aa98-11ea-b4ga-73b441d16380", false), ("", false),
    ])
  func `uuid is one of RFC 9562`(text: String, fits: Bool) throws { try expect("uuid", text, fits) }

  @Test(
    arguments: [
      ("192.168.0.1", true), ("0.0.0.0", true), ("255.255.255.255", true), ("127.0.0.0.1", false), ("256.0.0.1", false),
      ("127.0", false),
      ("0x7f000001", false), ("2130706433", false), ("087.10.0.1", false), ("87.10.0.01", false), ("1.2.3.", false),
      (".1.2.3", false), ("1২7.0.0.1", false),
      ("192.168.1.0/24", false), (" 1.2.3.4", false), ("1.2.3.4\n", false), ("-1.2.3.4", false), ("1..2.3", false),
    ])
  func `ipv4 is four numbers`(text: String, fits: Bool) throws { try expect("ipv4", text, fits) }

  @Test(
    arguments: [
      ("1963-06-19", true), ("2020-01-31", true), ("2020-01-32", false), ("2021-02-28", true), ("2021-02-29", false),
      ("2020-02-29", true),
      ("2020-02-30", false), ("2000-02-29", true), ("1900-02-29", false), ("2020-04-31", false), ("2020-12-31", true),
      ("2020-13-01", false),
      ("2020-00-10", false), ("2020-01-00", false), ("06/19/1963", false), ("2013-350", false), ("1998-1-20", false),
      ("1998-01-1", false),
      ("1963-06-1৪", false), ("20230328", false), ("2023-W01", false), ("2022W527", false),
      ("1963-06-19T08:30:06Z", false), ("+002020-01-01", false), ("", false),
    ])
  func `date is a day that exists`(text: String, fits: Bool) throws {
    try expect("date", text, fits)
    #expect(RFC3339.isDate(text) == fits)
  }

  @Test(
    arguments: [
      ("1963-06-19T08:30:06.283185Z", true), ("1963-06-19T08:30:06Z", true), ("1937-01-01T12:00:27.87+00:20", true),
      ("1990-12-31T15:59:50.123-08:00", true),
      ("1998-12-31T23:59:60Z", true), ("1998-12-31T15:59:60.123-08:00", true), ("1998-12-31T23:59:61Z", false),
      ("1998-12-31T23:58:60Z", false),
      ("1998-12-31T22:59:60Z", false), ("1990-02-31T15:59:59.123-08:00", false), ("1990-12-31T15:59:59-24:00", false),
      ("1963-06-19T08:30:06.28123+01:00Z", false),
      ("06/19/1963 08:30:06 PST", false), ("1963-06-19t08:30:06.283185z", true), ("2013-350T01:01:01", false),
      ("1963-6-19T08:30:06.283185Z", false),
      ("1963-06-1T08:30:06.283185Z", false), ("1963-06-1৪T00:00:00Z", false), ("1963-06-11T0৪:00:00Z", false),
      ("1963-06-19 08:30:06Z", false),
      ("1963-06-19T24:00:00Z", false), ("1963-06-19T08:60:00Z", false), ("1963-06-19T08:30Z", false),
      ("1963-06-19T08:30:06,5Z", false),
      ("1963-06-19T08:30:06+1:00", false), ("1963-06-19T08:30:06+0100", false), ("1963-06-19T08:30:06+01:60", false),
      ("1963-06-19", false), ("", false),
    ])
  func `date-time is an instant of RFC 3339`(text: String, fits: Bool) throws {
    try expect("date-time", text, fits)
    #expect((RFC3339.date(from: text) != nil) == fits)
  }

  @Test(
    arguments: [
      ("int32", 2_147_483_647, true), ("int32", 2_147_483_648, false), ("int32", -2_147_483_648, true),
      ("int32", -2_147_483_649, false),
      ("int64", .integer(.max), true), ("int64", 9.3e18, false), ("int64", -9.3e18, false), ("int64", "x", true),
      ("int32", .null, true),
    ] as [(String, JSON, Bool)])
  func `int32 and int64 are ranges of whole numbers`(format: String, value: JSON, fits: Bool) throws {
    #expect(try CompiledSchema(Schema(["format": .string(format)])).validate(value).isEmpty == fits)
  }

  @Test(arguments: Schema.Format.allCases) func `says nothing of values of other types`(format: Schema.Format) throws {
    let compiled = try CompiledSchema(Schema(["format": .string(format.rawValue)]))
    for value in [.null, true, [], [:]] as [JSON] { #expect(compiled.validate(value).isEmpty) }
  }
}
