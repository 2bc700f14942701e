import FieldhouseKit
import HTTPTypes
import Testing

@testable import FieldhouseHTTP

@Suite struct `The language of an answer` {
  @Test(arguments: [
    ("", "en"), ("de", "de"), ("DE", "de"), ("de-AT", "de"), ("pt-BR", "pt-BR"), ("pt", "en"), ("fr", "en"),
    ("fr, de;q=0.5", "de"), ("en;q=0.4, de;q=0.8", "de"), ("de;q=0.8,en;q=0.8", "de"), ("*", "en"),
    ("*;q=0.1, ar", "ar"),
    ("de;q=0", "en"), ("de; q=0.3, ar; q=0.7", "ar"), ("fr-CH, fr;q=0.9, de;q=0.7, *;q=0.5", "de"), (",,;,", "en"),
    ("de;q=nonsense", "de"), ("ar-EG;q=1", "ar"), ("de;q=nan, ar;q=0.1", "ar"), ("zh-Hant-TW, ar;q=0.2", "ar"),
  ])
  func `is the one the client likes best`(header: String, language: String) {
    #expect(AcceptLanguage.best(header, of: ["en", "de", "ar", "pt-BR"]) == language)
  }

  @Test func `is the first there is, or English`() {
    #expect(AcceptLanguage.best("fr", of: ["ar", "en"]) == "ar")
    #expect(AcceptLanguage.best("fr", of: []) == "en")
  }

  @Test func `is looked for in the first parts of a header that has very many`() {
    func best(behind others: Int) -> String {
      AcceptLanguage.best(String(repeating: "fr, ", count: others) + "de, it", of: ["en", "de"])
    }
    #expect(best(behind: AcceptLanguage.mostParts - 1) == "de")
    #expect(best(behind: AcceptLanguage.mostParts) == "en")
  }
}

@Suite struct `A content type` {
  @Test(arguments: [
    ("application/json", "application/json", nil, true), ("Application/JSON", "application/json", nil, true),
    ("application/json; charset=utf-8", "application/json", "utf-8", true),
    ("application/json ;Charset=\"UTF-8\"", "application/json", "utf-8", true),
    ("application/json;charset=utf-16", "application/json", "utf-16", false),
    ("application/json;v=1;charset=latin1", "application/json", "latin1", false), ("", "", nil, true),
    (";charset=x", "", "x", false), ("text/plain;charset", "text/plain", nil, true), ("a/b;;", "a/b", nil, true),
  ])
  func `is read with its character set`(value: String, type: String, charset: String?, isUTF8: Bool) {
    let field = MediaTypeField(value)
    #expect(field.type == type && field.charset == charset && field.isUTF8 == isUTF8)
  }
}

@Suite struct `The id of a request` {
  @Test(arguments: ["12345678", "abc-DEF_0123456789", String(repeating: "a", count: 64)])
  func `is the one that is offered, when it is sensible`(offered: String) {
    #expect(RequestIDs().next(offered: offered) == offered)
  }

  @Test(arguments: [
    "", "1234567", String(repeating: "a", count: 65), "1234567\n", "12345678 ", "12345678\"", "äääääääää",
    "a,b;c=d\u{0}",
    "../../../etc",
  ])
  func `is a new one instead of what is not`(offered: String) {
    let id = RequestIDs().next(offered: offered)
    #expect(id != offered && (8...64).contains(id.utf8.count + 6))
    #expect(id.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D })
  }

  @Test func `comes once`() {
    let ids = RequestIDs()
    #expect(Set((0..<10_000).map { _ in ids.next(offered: nil) }).count == 10_000)
    #expect(RequestIDs().next(offered: nil) != RequestIDs().next(offered: nil))
  }
}

@Suite struct `The parts of a path` {
  private func segments(_ path: String) -> [String] {
    let bytes = Array(path.utf8)
    return bytes.withUnsafeBufferPointer { buffer in
      var (rest, found) = (PathBytes(bytes: buffer), [String]())
      while let (segment, next) = rest.next {
        found.append(String(decoding: buffer[segment], as: UTF8.self))
        rest = next
      }
      return found
    }
  }

  @Test(arguments: [
    ("", []), ("/", []), ("///", []), ("/a", ["a"]), ("a", ["a"]), ("/a/", ["a"]), ("//a///b/", ["a", "b"]),
    ("/ä/%2F/日本", ["ä", "%2F", "日本"]), ("/./..", [".", ".."]),
  ])
  func `are what stands between slashes`(path: String, parts: [String]) {
    #expect(segments(path) == parts)
  }

  @Test func `have a name or not`() {
    let bytes = Array("/abc/ab".utf8)
    bytes.withUnsafeBufferPointer { buffer in
      let path = PathBytes(bytes: buffer)
      #expect(path.equals(Array("abc".utf8), at: 1..<4))
      #expect(!path.equals(Array("ab".utf8), at: 1..<4))
      #expect(!path.equals(Array("abd".utf8), at: 1..<4))
      #expect(path.equals(Array("ab".utf8), at: 5..<7))
      #expect(path.equals([], at: 0..<0))
    }
  }
}
