import FieldhouseKit
import Foundation
import Testing

@Suite struct `A request to the outside` {
  @Test func `reads, with nothing in it, within ten seconds and 16 MiB, unless it says otherwise`() {
    let plain = OutgoingRequest(url: "https://example.org/")
    #expect(plain.method == "GET" && plain.url == "https://example.org/" && plain.headers.isEmpty)
    #expect(plain.body.isEmpty && plain.timeoutSeconds == 10 && plain.maximumBytes == 16_777_216)
  }

  @Test func `differs by everything that is sent and allowed`() {
    let plain = OutgoingRequest(url: "u")
    let changes: [(inout OutgoingRequest) -> Void] = [
      { $0.method = "POST" }, { $0.url = "U" }, { $0.headers["a"] = "" }, { $0.body = [0] },
      { $0.timeoutSeconds = 11 }, { $0.maximumBytes -= 1 },
    ]
    let changed = changes.map { change in
      var request = plain
      change(&request)
      return request
    }
    #expect(Set(changed + [plain]).count == 7)
    let answers = [
      OutgoingResponse(status: 200, headers: [:], body: []), OutgoingResponse(status: 201, headers: [:], body: []),
      OutgoingResponse(status: 200, headers: ["a": "b"], body: []),
      OutgoingResponse(status: 200, headers: [:], body: [1]),
    ]
    #expect(Set(answers).count == 4)
  }
}

@Suite struct `The values of services` {
  @Test func `that are files differ by id, type and content`() {
    let file = MediaFile(id: "a", contentType: "image/png", bytes: [1])
    #expect(file == MediaFile(id: "a", contentType: "image/png", bytes: [1]))
    let others =
      [("b", "image/png", [1]), ("a", "image/jpeg", [1]), ("a", "image/png", [])] as [(String, String, [UInt8])]
    for (id, type, bytes) in others { #expect(MediaFile(id: id, contentType: type, bytes: bytes) != file) }
  }

  @Test func `that go into a rule are told apart by kind, also when they look the same`() {
    let values: [RuleValue] = [
      .integer(1), .double(1), .string("1"), .integers([1]), .doubles([1]), .strings(["1"]), .integers([]),
      .doubles([]), .strings([]), .string(""),
    ]
    #expect(Set(values).count == values.count)
    #expect(RuleValue.double(.nan) != .double(.nan))
  }

  @Test func `that are errors say code, sentence and remedy`() {
    #expect("\(RuleError(code: "rule-x", message: "No.", remedy: "Do."))" == "rule-x: No. Do.")
    #expect("\(RuleError(code: "rule-x", message: "No."))" == "rule-x: No.")
    #expect("\(OutgoingError(code: "http-url", message: "No."))" == "http-url: No.")
    let error = RuleError(code: "a", message: "b", remedy: "c")
    #expect(error.code == "a" && error.message == "b" && error.remedy == "c")
  }
}

@Suite struct `The levels of a log` {
  private let levels: [LogLevel] = [.debug, .info, .warning, .error]

  @Test func `are in a strict order`() {
    for (left, low) in levels.enumerated() {
      for (right, high) in levels.enumerated() {
        #expect((low < high) == (left < right) && (low == high) == (left == right))
      }
    }
    #expect(Set(levels + levels).count == 4 && levels.shuffled().max() == .error)
  }
}
