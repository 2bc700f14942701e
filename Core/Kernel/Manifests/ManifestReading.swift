internal import FieldhouseKit
internal import Foundation

/// What reading one manifest gave: the manifest when it is well-formed, and every problem of its form.
public struct ManifestReading: Sendable {
  /// The manifest's path.
  public let file: String
  /// Nil when the file is not JSON.
  let source: ManifestSource?
  /// Nil when a problem of form is an error.
  public let manifest: Manifest?
  /// Every problem of the manifest's form.
  public let problems: [ManifestProblem]

  /// The id as it is written, well-formed or not.
  public var id: String? { source?.id }
}

extension ManifestReading {
  /// The largest manifest, in bytes.
  static let limits: JSONLimits = {
    var limits = JSONLimits.default
    limits.maxBytes = 1 << 20
    limits.maxDepth = 32
    return limits
  }()

  /// Reads a file: strict JSON, then schema, then versions and ranges as texts.
  public init(file: String) {
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: file))
      self.init(file: file, bytes: [UInt8](data))
    } catch {
      self.init(file: file, failure: .unreadable(file, "\(error.localizedDescription)"))
    }
  }

  /// Reads the text of a manifest.
  init(file: String, bytes: [UInt8]) {
    do {
      let document = try JSON.parseWithLocations(bytes, limits: Self.limits)
      self.init(source: ManifestSource(file: file, document: document))
    } catch {
      self.init(file: file, failure: .syntax(file, error))
    }
  }

  private init(file: String, failure: ManifestProblem) {
    self.init(file: file, source: nil, manifest: nil, problems: [failure])
  }

  private init(source: ManifestSource) {
    var problems = SchemaProblems(source: source).all() + VersionCheck(source: source).problems()
    var manifest: Manifest?
    if problems.isEmpty {
      do {
        manifest = try JSONValueDecoder().decode(Manifest.self, from: source.json)
      } catch {
        problems.append(.undecodable(source, error))
      }
    }
    self.init(file: source.file, source: source, manifest: manifest, problems: problems)
  }
}

extension ManifestProblem {
  fileprivate static func unreadable(_ file: String, _ cause: String) -> ManifestProblem {
    ManifestProblem(
      code: .manifestUnreadable, severity: .error, plugin: nil, file: file, pointer: .root, line: 1, found: cause,
      expected: "a readable file", remedy: "Check the file's permissions.", message: "The manifest cannot be read.")
  }

  fileprivate static func syntax(_ file: String, _ error: JSONParseError) -> ManifestProblem {
    ManifestProblem(
      code: ProblemCode(rawValue: error.code) ?? .jsonSyntax, severity: .error, plugin: nil, file: file,
      pointer: error.pointer ?? .root, line: error.line, found: "a fault at column \(error.column)",
      expected: "JSON (RFC 8259) without repeated keys",
      remedy: "Mend the text at line \(error.line), column \(error.column).",
      message: error.message)
  }

  static func undecodable(_ source: ManifestSource, _ error: any Error) -> ManifestProblem {
    let place = (error as? JSONDecodingError)?.pointer ?? .root
    let detail = (error as? JSONDecodingError)?.detail ?? "\(error)"
    return source.problem(
      .valueInvalid, at: place, detail, found: source.found(place), expected: "a value that the schema describes",
      remedy: "Compare it with plugin.schema.json.")
  }
}
