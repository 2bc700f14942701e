@testable import FieldhouseCommunities
import FieldhouseKit
import FieldhouseTestSupport
import Testing

/// Against ISO/IEC 18004.
@Suite struct `A QR code` {
  private static let text = "https://fieldhouse.example/join/abcdefghijkmnpqrstuvwxyz23456789"

  /// The dark modules of a row, as `#` and `.`.
  private static func row(_ number: Int, of code: QRCode, from: Int = 0, _ count: Int) -> String {
    (from..<from + count).map { code.modules[number * code.width + $0] ? "#" : "." }.joined()
  }

  /// § 6.3.3: in three corners, with a light line around.
  private static let finder = [
    "#######.", "#.....#.", "#.###.#.", "#.###.#.", "#.###.#.", "#.....#.", "#######.", "........",
  ]

  @Test(arguments: ["a", text, String(repeating: "x", count: 1_663)])
  func `has a finder in three corners and lines of turns between them`(text: String) throws {
    let code = try QRCode(text)
    #expect(
      (code.width - 17) % 4 == 0 && (21...177).contains(code.width) && code.modules.count == code.width * code.width)
    let last = code.width - 8
    for (number, line) in Self.finder.enumerated() {
      let mirrored = String(line.reversed())
      #expect(Self.row(number, of: code, 8) == line)
      #expect(Self.row(number, of: code, from: last, 8) == mirrored)
      #expect(Self.row(code.width - 1 - number, of: code, 8) == line)
    }
    for place in 8..<last {
      #expect(code.modules[6 * code.width + place] == place.isMultiple(of: 2))
      #expect(code.modules[place * code.width + 6] == place.isMultiple(of: 2))
    }
    #expect(code.modules[last * code.width + 8], "the dark module")
  }

  /// § 7.3: version 40 with a quarter to spare holds 1,663 bytes.
  @Test func `holds so much and no more`() throws {
    #expect(try QRCode(String(repeating: "x", count: 1_663)).width == 177)
    let problem = #expect(throws: Problem.self) { try QRCode(String(repeating: "x", count: 1_664)) }
    #expect(problem?.status == 500 && problem?.code == "qr-code")
  }

  /// Each run is `M<x> <y>h<n>v1h-<n>z`, four modules from the edge.
  @Test func `is drawn as its dark modules, with four light ones around`() throws {
    let code = try QRCode(Self.text)
    let svg = code.svg
    #expect(svg.contains("viewBox=\"0 0 \(code.width + 8) \(code.width + 8)\""))
    var drawn = [Bool](repeating: false, count: code.modules.count)
    for run in svg.matches(of: /M(\d+) (\d+)h(\d+)v1h-(\d+)z/) {
      let (x, y, length) = (try #require(Int(run.1)) - 4, try #require(Int(run.2)) - 4, try #require(Int(run.3)))
      #expect(run.3 == run.4 && (0..<code.width).contains(y) && x >= 0 && x + length <= code.width)
      for place in x..<x + length {
        #expect(!drawn[y * code.width + place], "drawn twice")
        drawn[y * code.width + place] = true
      }
    }
    #expect(drawn == code.modules)
    #expect(!svg.contains("fieldhouse.example"), "the text is in the modules alone")
  }
}
