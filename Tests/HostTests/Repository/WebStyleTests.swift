import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `The look of the web app` {
  private static let tokens = "Core/Web/tokens.css"
  private static let dark = "Core/Web/dark.css"

  @Test func `takes its colours from the tokens alone`() throws {
    let sheets = try SourceFiles.paths { name in
      name.hasSuffix(".css") && (name.hasPrefix("Core/Web/") || name.hasPrefix("Plugins/"))
        && ![Self.tokens, Self.dark].contains(name)
    }
    #expect(!sheets.isEmpty)
    let literal = /#[0-9A-Fa-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|lab)\(/
    for sheet in sheets {
      let text = try #require(SourceFiles.text(sheet))
      #expect(text.matches(of: literal).map { String($0.output) } == [], "\(sheet)")
    }
  }

  /// Ratios by WCAG 2.2, 1.4.3: what is written is read on what it lies on.
  @Test(arguments: ["light", "dark"]) func `can be read in the light and in the dark`(_ scheme: String) throws {
    var colours = Self.colours(try #require(SourceFiles.text(Self.tokens)))
    let dark = Self.colours(try #require(SourceFiles.text(Self.dark)))
    #expect(dark.count > 10 && dark.keys.allSatisfy { colours[$0] != nil })
    if scheme == "dark" { colours.merge(dark) { $1 } }
    var pairs = ["ink", "soft", "brand", "live", "good"].flatMap { [($0, "card"), ($0, "ground")] }
    pairs.append(("on-brand", "brand"))
    pairs += (0..<8).map { ("on-tone", "tone-\($0)") }
    for (above, below) in pairs {
      let ratio = Self.contrast(try #require(colours[above]), try #require(colours[below]))
      #expect(ratio >= 4.5, "\(above) on \(below)")
    }
  }

  @Test func `has the icons that manifests may name`() throws {
    let schema = try JSON(parsing: Array(try #require(SourceFiles.text("manifests/plugin.schema.json")).utf8))
    let page = schema["properties"]?["contributions"]?["properties"]?["pages"]?["items"]?["properties"]
    let named = page?["icon"]?["enum"]?.array?.compactMap(\.string) ?? []
    let script = try #require(SourceFiles.text("Core/Web/signs.js"))
    let drawn = script.matches(of: /(?m)^  ([a-z]+): \[/).map { String($0.1) }
    #expect(named.count >= 40)
    #expect(Set(named) == Set(drawn))
  }

  @Test func `takes the colours and sizes of its elements from the tokens`() throws {
    let elements = try SourceFiles.paths(below: "Core/Web/elements") { $0.hasSuffix(".js") }
    #expect(elements.count >= 10)
    let literal = /#[0-9A-Fa-f]{3,8};|\b(?:rgba?|hsla?|oklch|lab)\(|\b[2-9]\d*px|\b1\d+px/
    for path in elements {
      let text = try #require(SourceFiles.text(path))
      #expect(text.matches(of: literal).map { String($0.output) } == [], "\(path)")
    }
  }

  @Test func `without a connection has every file but the console's`() throws {
    let worker = try #require(SourceFiles.text("Core/Web/worker.js"))
    let list = try #require(worker.firstMatch(of: /const files = \[([^\]]*)\];/))
    let cache = try #require(worker.firstMatch(of: /const kept = "([^"]+)";/)).1
    let keeper = try #require(SourceFiles.text("Core/Web/kept.js"))
    // What was read before the worker was there lies with the rest.
    #expect(keeper.contains("caches.open(\"\(cache)\")"))
    let kept = list.1.matches(of: /"([^"]+)"/).map { String($0.1) }
    let shell = try #require(SourceFiles.text("Core/Web/index.html"))
    let shown = shell.matches(of: /(?:href|src)="(\/[\w\/.-]+\.\w+)"/).map { String($0.1) }
    let others = ["console/", "problems/", "worker.js", "background.js"]
    let scripts = try SourceFiles.paths(below: "Core/Web") { $0.hasSuffix(".js") }.map {
      $0.dropFirst("Core/Web/".count)
    }
    .filter { path in !others.contains { path.hasPrefix($0) } }.map { "/\($0)" }
    #expect(scripts.count > 50 && shown.count > 4)
    #expect(Set(kept) == Set(scripts + shown + ["/"]))
    #expect(Set(kept).count == kept.count)
  }

  /// What somebody sends by pressing a button is confirmed: by words of the page's own, or by those with which the app confirms
  /// what its buttons and forms send.
  @Test(.tags(.fc2, .pl78)) func `confirms what people send, in every script that sends`() throws {
    let silent = [
      // What they send nobody has entered, it shows at once what came of it, or those confirm it who have it sent.
      "Core/Web/advertisement.js", "Core/Web/elements/leaderboard.js", "Core/Web/inbox/due.js",
      "Core/Web/inbox/open.js",
      "Core/Web/inbox/push.js", "Core/Web/kept.js", "Core/Web/settings/language.js", "Core/Web/today/today.js",
      "Core/Web/tour/tour.js", "Core/Web/groups/composer.js", "Plugins/FolfScoring/web/join.js",
      "Plugins/WalkingClubs/web/common.js", "Plugins/WalkingClubs/web/start.js", "Plugins/TeamManagement/web/code.js",
    ]
    let scripts = try SourceFiles.paths { name in
      name.hasSuffix(".js") && (name.hasPrefix("Core/Web/") || name.contains("/web/"))
    }
    let sends = /(?:app\.|await )(?:post|put|patch|remove|upload)\(/
    let confirms = /announce\(|confirmed\(|(?:action|act|form)\(|queue|role: "status"/
    var sending = 0
    for script in scripts where !silent.contains(script) {
      let text = try #require(SourceFiles.text(script))
      guard text.firstMatch(of: sends) != nil else { continue }
      sending += 1
      #expect(text.firstMatch(of: confirms) != nil, "\(script)")
      if text.contains("onsubmit") {
        #expect(text.firstMatch(of: /announce\(|confirmed\(|queue|role: "status"/) != nil, "\(script)")
      }
    }
    #expect(sending > 60)
  }

  /// The colours of a part of the tokens, by name, each as red, green and blue from 0 to 1.
  private static func colours(_ text: String) -> [String: [Double]] {
    let found = text.matches(of: /--([\w-]+): #([0-9a-f]{6});/).compactMap { match -> (String, [Double])? in
      guard let value = Int(match.2, radix: 16) else { return nil }
      return (String(match.1), [16, 8, 0].map { Double(value >> $0 & 255) / 255 })
    }
    return Dictionary(found) { $1 }
  }

  private static func contrast(_ one: [Double], _ other: [Double]) -> Double {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05)
    return max(one, other) / min(one, other)
  }

  private static func luminance(_ colour: [Double]) -> Double {
    let linear = colour.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }
}
