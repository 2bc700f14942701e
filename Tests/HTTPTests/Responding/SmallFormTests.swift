import FieldhouseTestSupport
import Testing

@testable import FieldhouseHTTP

@Suite struct `Which encodings a client takes` {
  /// RFC 9110 § 12.5.3, with its examples.
  @Test(arguments: [
    ("compress, gzip", true), ("*", true), ("compress;q=0.5, gzip;q=1.0", true),
    ("gzip;q=1.0, identity; q=0.5, *;q=0", true), ("gzip", true), ("GZIP", true), ("x-gzip", true),
    (" gzip ; q=0.001", true), ("br;q=1, *;q=0.1", true), ("gzip, *;q=0", true), ("*;q=0, gzip", true),
  ])
  func `is gzip where it is named or all are`(field: String, _: Bool) { #expect(AcceptEncoding.allowsGzip(field)) }

  @Test(arguments: [
    nil, "", "identity", "br", "gzip;q=0", "gzip;q=0.000", "gzip; q = 0", "*;q=0", "*, gzip;q=0", "gzipped", "compress",
    "identity;q=1, *;q=0", ",", "gzip;Q=0",
  ])
  func `is not gzip otherwise`(field: String?) { #expect(!AcceptEncoding.allowsGzip(field)) }
}

@Suite struct `A fingerprint of a request` {
  /// Landon Curt Noll's test vectors for the 64-bit FNV-1a hash (isthe.com/chongo/src/fnv/test_fnv.c).
  @Test(arguments: [
    ("", "cbf29ce484222325-0"), ("a", "af63dc4c8601ec8c-1"), ("b", "af63df4c8601f1a5-1"),
    ("foobar", "85944171f73967e8-6"), ("chongo was here!\n", "46810940eff5f915-17"),
  ])
  func `is the published hash of its body, and the length`(body: String, expected: String) {
    #expect(Fingerprint.of([], Array(body.utf8)) == expected)
  }

  @Test func `tells the parts of a request from one another`() {
    let requests: [([String], String)] = [
      (["POST /a", "?"], ""), (["POST /a?"], ""), (["POST /a", "", "?"], ""), (["POST /a", "?x"], ""),
      (["POST /a", "?"], "x"), (["POST /a", "?", "x"], ""), (["POST /a", "?"], "\u{0}"), ([], "POST /a\u{0}?\u{0}"),
    ]
    let prints = Set(requests.map { Fingerprint.of($0.0, Array($0.1.utf8)) })
    #expect(prints.count == requests.count)
  }
}

@Suite struct `How far a client has come` {
  @Test func `is written to the base 36, the sources in order, and read again`() throws {
    let position = LivePosition([
      "walks": LivePlace(epoch: 35, number: 36), "a-b": LivePlace(epoch: 0, number: 0),
      "x": LivePlace(epoch: .max, number: 1),
    ])
    #expect(position.id == "a-b:0-0,walks:z-10,x:1y2p0ij32e8e7-1")
    #expect(LivePosition(id: position.id) == position)
    #expect(LivePosition(id: "a:1-2,a:3-4")?.places == ["a": LivePlace(epoch: 3, number: 4)])
  }

  @Test(arguments: [
    "", ",", "a", "a:", "a:1", "a:1-", "a:-1", "a:1-2-3", ":1-2", "a:1-2,", "a:-1-2", "a:1--2", "a:!-1", "a:1 -2",
    "a:1y2p0ij32e8e8-1", "a:1-zzzzzzzzzzzzzz", "a=1-2",
  ])
  func `is nothing of another form`(id: String) { #expect(LivePosition(id: id) == nil) }

  @Test func `goes on in the sources that are watched, and never back`() {
    var position = LivePosition(["a": LivePlace(epoch: 1, number: 5), "b": LivePlace(epoch: 1, number: 5)])
    position.advance("a", to: 9)
    position.advance("c", to: 9)
    #expect(position.id == "a:1-9,b:1-5")
    position.advance(to: [
      "a": LivePlace(epoch: 1, number: 7), "b": LivePlace(epoch: 2, number: 1), "c": LivePlace(epoch: 1, number: 1),
    ])
    #expect(position.id == "a:1-9,b:2-1", "ahead in one store, and in another one now")
  }

  @Test func `is told with each event, and with none`() {
    var position = LivePosition(["a": LivePlace(epoch: 1, number: 5)])
    let event = StoredLiveEvent(number: 6, topic: "things/\"x\"", name: "moved", payload: #"{"to":1}"#)
    #expect(
      LiveMessage(event, source: "a", area: "area").text(&position)
        == "id: a:1-6\nevent: moved\ndata: {\"topic\":\"area/things/\\\"x\\\"\",\"data\":{\"to\":1}}\n\n")
    let places = ["a": LivePlace(epoch: 1, number: 8)]
    #expect(LiveMessage.comfort(places).text(&position) == ": still here\nid: a:1-8\n\n")
    #expect(
      LiveMessage.reset(["a": LivePlace(epoch: 2, number: 0)]).text(&position)
        == "id: a:2-0\nevent: reset\ndata: {}\n\n")
  }
}
