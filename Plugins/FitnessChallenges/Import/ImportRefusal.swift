/// Why a file, or a part of it, is not taken.
struct ImportRefusal: Error, Codable, Hashable, Sendable {
  /// Stable, such as `xml-cut`.
  let code: String
  /// A sentence for the person whose file it is.
  let detail: String

  init(_ code: String, _ detail: String) { (self.code, self.detail) = (code, detail) }

  static var unknownFormat: ImportRefusal {
    ImportRefusal("format-unknown", "This is no GPX, TCX or FIT file and no export of Apple Health.")
  }
  static var noTrack: ImportRefusal {
    ImportRefusal("no-track", "There is no track in the file: planned routes and single places are no activity.")
  }
  static var noTimes: ImportRefusal {
    ImportRefusal("times-missing", "The track has no times, so that nobody can tell when it was walked.")
  }
  static func cut(_ what: String) -> ImportRefusal { ImportRefusal("file-cut", "The file ends within \(what).") }
}
