import FieldhouseKit
import Testing

private enum Level: Int, Codable, CaseIterable { case one = 1, two = 2 }
private enum Place: String, Codable, CaseIterable { case home, away }

/// A field of every kind that a parameter can have, written back as it was read.
private struct Kinds: RouteInput, RouteOutput {
  var text: String?
  var whole: Int?
  var number: Double?
  var flag: Bool?
  var level: Level?
  var place: Place?
  var wholes: [Int]?
  var flags: [Bool]?
}

@Suite struct `A parameter's text becomes the value that the schema describes` {
  private let probe = RouteProbe { $0.get("/kinds", "Kinds", access: .everyone) { (input: Kinds, _) in input } }

  @Test(arguments: [
    ("whole=0", #"{"whole":0}"#), ("whole=-7", #"{"whole":-7}"#), ("whole=2.0", #"{"whole":2}"#),
    ("whole=9223372036854775807", #"{"whole":9223372036854775807}"#),
    ("whole=-9223372036854775808", #"{"whole":-9223372036854775808}"#),
    ("number=0.5", #"{"number":0.5}"#), ("number=-1e2", #"{"number":-100}"#), ("number=3", #"{"number":3}"#),
    ("flag=true", #"{"flag":true}"#), ("flag=false", #"{"flag":false}"#), ("level=2", #"{"level":2}"#),
    ("place=away", #"{"place":"away"}"#), ("wholes=3", #"{"wholes":[3]}"#),
    ("wholes=3&wholes=1&wholes=3", #"{"wholes":[3,1,3]}"#), ("flags=true&flags=false", #"{"flags":[true,false]}"#),
    ("text=12", #"{"text":"12"}"#), ("text=true", #"{"text":"true"}"#), ("text=null", #"{"text":"null"}"#),
    ("text=", #"{"text":""}"#), ("text=%20+", #"{"text":""}"#), ("text=+a+", #"{"text":" a "}"#),
  ])
  func `that is written as JSON writes it`(query: String, body: String) async {
    #expect(await probe.query(query) == ["200 " + body])
  }

  @Test(arguments: [
    "whole=", "whole=+7", "whole=%2B7", "whole=007", "whole=-", "whole=1.5", "whole=1_000", "whole=0x10", "whole=7%20",
    "whole=%207", "whole=%D9%A3", "whole=null", "whole=[1]", "number=nan", "number=inf", "number=Infinity",
    "number=0x1p3", "number=.5", "number=5.", "number=1,5", "number=1e999", "flag=1", "flag=True", "flag=TRUE", "flag=",
    "flag=yes", "level=x", "level=",
  ])
  func `and no other way of writing it`(query: String) async {
    let name = query.prefix { $0 != "=" }
    let lines = await probe.query(query)
    #expect(lines.first?.hasPrefix("422 /\(name) type: Found a") == true, "\(lines)")
    #expect(lines.allSatisfy { $0.hasPrefix("422 /\(name) ") }, "\(lines)")
  }

  @Test(arguments: [
    (
      "whole=9223372036854775808",
      "422 /whole format: Found 9.223372036854776e+18; expected a whole number of 64 bits."
    ),
    ("level=3", "422 /level enum: Found 3; expected one of 1, 2, null."),
    ("place=hom", #"422 /place enum: Found "hom"; expected one of "home", "away", null. Did you mean `home`?"#),
    ("place=", #"422 /place enum: Found ""; expected one of "home", "away", null."#),
    ("whole=x", "422 /whole type: Found a string; expected null or integer."),
    ("wholes=1&wholes=x", "422 /wholes/1 type: Found a string; expected integer."),
    ("levle=1", "422 /levle unknown-key: The member `levle` is unknown. Did you mean `level`?"),
    ("zzz=1", "422 /zzz unknown-key: The member `zzz` is unknown. Remove it."),
    ("Whole=1", "422 /Whole unknown-key: The member `Whole` is unknown. Did you mean `whole`?"),
    ("wholes[]=1", "422 /wholes[] unknown-key: The member `wholes[]` is unknown. Did you mean `wholes`?"),
  ])
  func `and what does not fit is told exactly`(query: String, line: String) async {
    let lines = await probe.query(query)
    #expect(lines == [line])
  }

  @Test func `in the path as in the query`() async {
    let path = RouteProbe { $0.get("/kinds/{whole}/{flag}", "x", access: .everyone) { (input: Kinds, _) in input } }
    #expect(await path.query(nil, ["whole": "5", "flag": "true"]) == [#"200 {"whole":5,"flag":true}"#])
    #expect(
      await path.query("number=2", ["whole": "05", "flag": "1"]) == [
        "422 /whole type: Found a string; expected null or integer.",
        "422 /flag type: Found a string; expected null or boolean.",
      ])
  }
}
