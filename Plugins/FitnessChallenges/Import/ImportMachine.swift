/// Reads files of activities, one after the other piece, whatever they are: GPX, TCX, FIT, an export of Apple Health, or an archive of
/// such. It can be kept between two pieces, and needs as much memory for a large file as for a small one.
struct ImportMachine: Codable, Sendable {
  /// A file of an archive is looked at when it is called so.
  private static let endings = [".xml", ".gpx", ".tcx", ".fit"]
  /// How many tracks, and how many files that are refused, a piece holds at most: what they take is in memory until it is kept.
  private static let most = 5_000
  /// How many records of Apple Health a piece holds at most; a piece of a packed export has some ten thousand.
  static let mostSamples = 200_000

  private enum Container: String, Codable, Sendable {
    case plain, zip
  }

  private var container: Container?
  private var zip = ZipReader()
  private var head = XMLTokenizer.XMLBytes()
  /// The file that is read now; nil between files of an archive.
  private var file: ImportFile?
  private var name = ""
  private var files = 0

  /// Reads on.
  /// - Throws: ``ImportRefusal`` for what makes the rest unreadable; what was found before is in `findings`.
  mutating func read(_ input: [UInt8], into findings: inout ImportFindings) throws(ImportRefusal) {
    guard let container else {
      head.bytes += input
      guard head.bytes.count >= 4 else { return }
      let first = head.bytes
      head.bytes = []
      let isZip = first.has("PK\u{03}\u{04}", at: 0)
      self.container = isZip ? .zip : .plain
      if !isZip { (file, files) = (ImportFile(), 1) }
      return try read(first, into: &findings)
    }
    switch container {
    case .plain:
      try file?.read(input, into: &findings)
      try Self.check(findings)
    case .zip: try unpack(input, into: &findings)
    }
  }

  /// Ends the file.
  /// - Throws: as ``read(_:into:)``; also for a file in which there was nothing to read.
  mutating func end(into findings: inout ImportFindings) throws(ImportRefusal) {
    switch container {
    case nil: throw .unknownFormat
    case .plain:
      try file?.end(into: &findings)
      file = nil
    case .zip:
      guard zip.isDone else { throw .cut("its archive") }
      guard files > 0 else { throw .unknownFormat }
    }
  }

  private mutating func unpack(_ input: [UInt8], into findings: inout ImportFindings) throws(ImportRefusal) {
    var (now, name, files, found) = (file, name, files, findings)
    var archive = zip
    defer { (file, self.name, self.files, findings, zip) = (now, name, files, found, archive) }
    try archive.read(input) { event throws(ImportRefusal) in
      switch event {
      case .begin(let path):
        name = String((path.split(separator: "/").last ?? "").prefix(100)).oneLine
        let isLooked = Self.endings.contains { path.lowercased().hasSuffix($0) }
        now = isLooked ? ImportFile(isOptional: path.lowercased().hasSuffix(".xml")) : nil
        if isLooked { files += 1 }
      case .content(let bytes):
        let isOther = Self.attempt(&now, name, &found) { file, found throws(ImportRefusal) in
          try file.read(bytes, into: &found)
        }
        if isOther { files -= 1 }
      case .end:
        let isOther = Self.attempt(&now, name, &found) { file, found throws(ImportRefusal) in
          try file.end(into: &found)
        }
        if isOther { files -= 1 }
        now = nil
      }
      try Self.check(found)
    }
  }

  private static func check(_ findings: ImportFindings) throws(ImportRefusal) {
    guard findings.tracks.count <= most, findings.refusals.count <= most else {
      throw ImportRefusal("tracks-many", "The file holds far more tracks than anybody walks.")
    }
    guard findings.samples.count <= mostSamples else {
      throw ImportRefusal("records-many", "The file holds far more records of steps than anybody has.")
    }
  }

  /// A file of an archive that is refused does not end the others.
  /// - Returns: whether it is one of those of other kinds that lie beside those of activities.
  private static func attempt(
    _ file: inout ImportFile?, _ name: String, _ findings: inout ImportFindings,
    _ body: (inout ImportFile, inout ImportFindings) throws(ImportRefusal) -> Void
  ) -> Bool {
    guard var open = file else { return false }
    do {
      try body(&open, &findings)
      file = open
      return false
    } catch {
      file = nil
      if open.isOptional, error == .unknownFormat { return true }
      findings.refusals.append((name, error))
      return false
    }
  }
}

/// One file of activities, piece by piece.
struct ImportFile: Codable, Sendable {
  private enum Form: String, Codable, Sendable {
    case fit, xml
  }

  /// Whether the archive holds such files of other kinds, too.
  var isOptional = false
  private var form: Form?
  private var head = XMLTokenizer.XMLBytes()
  private var decoder = FITDecoder()
  private var encoding = XMLEncoding()
  private var tokenizer = XMLTokenizer()
  private var reader = ActivityXML()
  private var count = 0

  init(isOptional: Bool = false) { self.isOptional = isOptional }

  mutating func read(_ input: [UInt8], into findings: inout ImportFindings) throws(ImportRefusal) {
    guard form != nil else {
      head.bytes += input
      guard head.bytes.count >= 12 else { return }
      form = head.bytes.has(".FIT", at: 8) ? .fit : .xml
      let first = head.bytes
      head.bytes = []
      return try read(first, into: &findings)
    }
    defer { take(into: &findings) }
    switch form {
    case .fit: try decoder.read(input)
    case .xml, nil: try tokenizer.read(try encoding.decode(input), &reader)
    }
  }

  /// - Throws: ``ImportRefusal`` for a file that has not ended or holds no activity.
  mutating func end(into findings: inout ImportFindings) throws(ImportRefusal) {
    if form == .fit {
      try decoder.end()
    } else {
      try tokenizer.read(try encoding.decode(head.bytes), &reader)
      do { try tokenizer.end(&reader) } catch {
        throw reader.root == nil && error.code == "file-cut" ? .unknownFormat : error
      }
      take(into: &findings)
    }
    guard count > 0 else { throw .noTrack }
  }

  private mutating func take(into findings: inout ImportFindings) {
    let tracks = decoder.found + reader.gpx.found + reader.tcx.found + reader.health.found
    findings.tracks += tracks
    findings.samples += reader.health.samples
    count += tracks.count + reader.health.samples.count
    (decoder.found, reader.gpx.found, reader.tcx.found) = ([], [], [])
    (reader.health.found, reader.health.samples) = ([], [])
  }
}

/// Reads the XML of activities: of which kind it is the first element says.
struct ActivityXML: XMLReader, Codable, Sendable {
  enum Root: String, Codable, Sendable {
    case gpx
    case tcx = "TrainingCenterDatabase"
    case health = "HealthData"
  }

  private(set) var root: Root?
  var gpx = GPXReader()
  var tcx = TCXReader()
  var health = HealthReader()

  mutating func begin(_ tag: XMLTag, in path: [String]) throws(ImportRefusal) {
    if root == nil {
      guard let found = Root(rawValue: tag.name) else { throw .unknownFormat }
      root = found
    }
    switch root {
    case .gpx: try gpx.begin(tag, in: path)
    case .tcx: try tcx.begin(tag, in: path)
    case .health: try health.begin(tag, in: path)
    case nil: break
    }
  }

  mutating func end(_ name: String, text: String, in path: [String]) throws(ImportRefusal) {
    switch root {
    case .gpx: try gpx.end(name, text: text, in: path)
    case .tcx: try tcx.end(name, text: text, in: path)
    case .health: try health.end(name, text: text, in: path)
    case nil: break
    }
  }
}
