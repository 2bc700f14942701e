import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

/// What the host refuses is said by the web app in the language of the page, by the code of the problem.
@Suite struct `Sentences for problems` {
  /// Where the problems are made that people of soccer meet: its routes and rules, and those of accounts and groups.
  private static let folders = [
    "Plugins/SoccerPredictions/Catalogue", "Plugins/SoccerPredictions/Fun", "Plugins/SoccerPredictions/Groups",
    "Plugins/SoccerPredictions/Places", "Plugins/SoccerPredictions/Routes", "Plugins/SoccerPredictions/Rules",
    "Core/Services/Accounts", "Core/Services/Communities",
  ]

  /// Those of operators, of plugins' authors and of what the host sends to other machines; and what stands for the
  /// mistakes in it.
  private static let others: Set<String> = [
    "delivery-refused", "delivery-unreachable", "group-kind-unknown", "group-parent", "groups-missing", "invalid-input",
    "invalid-place", "organisation-kind-unknown", "organisation-without-contact", "qr-code", "report-place",
    "unknown-line", "unreadable",
  ]

  private static func texts(_ path: String) throws -> [String: String] {
    let text = try #require(SourceFiles.text(path))
    let object = try #require(try JSON(parsing: Array(text.utf8)).object)
    return Dictionary(object.map { ($0.key, $0.value.string ?? "") }, uniquingKeysWith: { one, _ in one })
  }

  private static func codes(in source: String) -> [String] {
    source.matches(of: /(?:notFound|conflict|tooMany|unavailable|badRequest)\(\s*"([a-z0-9-]+)"/).map { String($0.1) }
      + source.matches(of: /\.invalid\(\s*"[^"]*",\s*"([a-z0-9-]+)"/).map { String($0.1) }
      + source.matches(of: /code: "([a-z0-9-]+)"/).map { String($0.1) }
  }

  @Test(.tags(.sp13), arguments: ["en", "ar"])
  func `are in the table of each language for whatever people of soccer can be refused`(language: String) throws {
    let paths = try Self.folders.flatMap { folder in
      try SourceFiles.paths(below: folder) { $0.hasSuffix(".swift") }
    }
    let kit = "Core/Kit/Sources/FieldhouseKit/Routes/Problem.swift"
    let codes = Set(try (paths + [kit]).flatMap { Self.codes(in: try #require(SourceFiles.text($0))) })
    #expect(codes.count > 120 && codes.isSuperset(of: ["predictions-closed", "league-unknown", "code-wrong"]))
    let known = try Self.texts("Core/Web/strings/\(language).json")
    #expect(codes.subtracting(Self.others).filter { known["problem.\($0)", default: ""].isEmpty }.sorted() == [])
  }

  /// What a schema, the reader of inputs and the form of texts refuse in a field.
  @Test(.tags(.sp13), arguments: ["en", "ar"])
  func `are in the table of each language for every way in which a field can be wrong, with what its values say`(
    language: String
  ) throws {
    let kit = "Core/Kit/Sources/FieldhouseKit"
    let paths = try ["\(kit)/JSON/Validation", "\(kit)/Routes", "\(kit)/Text"].flatMap { folder in
      try SourceFiles.paths(below: folder) { $0.hasSuffix(".swift") && !$0.hasSuffix("/Problem.swift") }
    }
    let source = try paths.map { try #require(SourceFiles.text($0)) }.joined(separator: "\n")
    let patterns = [
      #/report\(\s*"([a-z-]+)"/#, #/reportNone\([a-z]+, "([a-z-]+)"/#, #/mistake\(\s*[a-z]+, "([a-z-]+)"/#,
      #/invalid\([^,]*, "([a-z-]+)"/#, #/case [a-z]+ = "(text-[a-z]+)"/#,
    ]
    let codes = Set(patterns.flatMap { source.matches(of: $0).map { String($0.1) } })
    // Those that the documentation of violations names are no others.
    let listed = try #require(SourceFiles.text("\(kit)/JSON/Validation/SchemaViolation.swift"))
      .prefix(while: { $0 != "{" }).matches(of: /`([a-z-]+)`/).map { String($0.1) }
    #expect(listed.count == 23 && codes.isSuperset(of: listed), "\(Set(listed).subtracting(codes))")
    #expect(codes.isSuperset(of: ["repeated", "text-invisible", "text-surrogate"]))
    let known = try Self.texts("Core/Web/strings/\(language).json")
    #expect(codes.filter { known["problem.\($0)", default: ""].isEmpty }.sorted() == [])
    // A sentence for the code alone needs no values; the one beside it says all that there are.
    for (code, values) in [
      "too-short": ["found", "least"], "too-long": ["found", "most"], "too-few-items": ["found", "least"],
      "too-many-items": ["found", "most"], "too-few-keys": ["found", "least"], "too-many-keys": ["found", "most"],
      "minimum": ["least"], "maximum": ["most"], "multiple-of": ["step"],
    ] {
      let exact = known["problem.\(code).exact", default: ""]
      #expect(exact.matches(of: /\{([a-z]+)\}/).map { String($0.1) }.sorted() == values, "\(code): \(exact)")
      #expect(known["problem.\(code)"]?.contains("{") == false)
    }
  }

  @Test(.tags(.sp13), arguments: ["en", "ar"])
  func `stand beside the names of all continents, and of the countries that have no code of their own`(
    language: String
  ) throws {
    let table = try #require(SourceFiles.text("Plugins/SoccerPredictions/Data/competitions.table"))
    var keys: Set<String> = []
    for line in table.split(separator: "\n") {
      let fields = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      if fields.first == "country", fields.count > 6 {
        keys.insert("continent.\(fields[4])")
        if fields[3].contains("-") { keys.insert("country.\(fields[6])") }
      } else if fields.first == "international", fields.count > 4 {
        keys.insert("continent.\(fields[2])")
      }
    }
    #expect(keys.count == 11)
    let known = try Self.texts("Plugins/SoccerPredictions/strings/\(language).json")
    let wanted = keys.map { $0.lowercased().replacing(" ", with: "-") }
    #expect(wanted.filter { known[$0, default: ""].isEmpty }.sorted() == [])
  }
}
