public import Foundation

/// A feed that reads every file of one format under a directory.
///
/// Files are read again when their content changes. A file that has become unreadable, or is caught half-written,
/// keeps its last good state until it can be read again.
public actor DirectoryFeed: MatchFeed {
  private struct Entry {
    let fingerprint: Fingerprint
    /// What the file system said of the file when it was read; nil when it may change again without its saying so.
    var stamp: FileStamp?
    var season: SeasonFile?
    var problem: FeedProblem?
    /// The fingerprint of the content that `season` was read from.
    var seasonFingerprint: Fingerprint?
  }

  private let directory: URL
  private let reader: any SeasonReader
  private var entries: [String: Entry] = [:]
  private var listing: DirectoryFiles.Listing?
  /// Hears of every change of the folders of the listing; nil where the system does not tell.
  private var watch: FolderWatch?
  /// Whether a file may be another one since the last answer.
  private var hasChanged = false
  /// The last answer, as it is while nothing changes.
  private var last: FeedChanges?

  /// Makes a feed of the files under `directory`, subdirectories included.
  public init(directory: URL, reader: any SeasonReader) {
    self.directory = directory
    self.reader = reader
  }

  public func leagues() throws -> [League] {
    try refresh()
    return seasons.values.map(\.file.league).sorted { $0.key < $1.key }
  }

  public func matches(of season: SeasonKey) throws -> [Match] {
    try refresh()
    return seasons[season]?.file.matches ?? []
  }

  public func changes(since cursor: FeedCursor?) throws -> FeedChanges {
    if !hasChanged, let last, last.cursor == cursor, watch?.isQuiet == true { return last }
    try refresh()
    if !hasChanged, let last, last.cursor == cursor { return last }
    let changes = difference(from: cursor)
    hasChanged = false
    last = FeedChanges(cursor: changes.cursor, updated: [], removed: [], problems: changes.problems)
    return changes
  }

  public func close() { (listing, watch) = (nil, nil) }

  private func difference(from cursor: FeedCursor?) -> FeedChanges {
    let seasons = seasons
    let known = cursor?.versions ?? [:]
    let now = FeedCursor(versions: seasons.mapValues(\.fingerprint))
    let updated = seasons.filter { known[$0.key] != $0.value.fingerprint }.map(\.value.file)
    return FeedChanges(
      cursor: now, updated: updated.sorted { $0.league.key < $1.league.key },
      removed: known.keys.filter { seasons[$0] == nil }.sorted(), problems: problems)
  }

  /// The seasons by key; of two files for one season the one with the first path counts.
  private var seasons: [SeasonKey: (file: SeasonFile, fingerprint: Fingerprint)] {
    var seasons: [SeasonKey: (file: SeasonFile, fingerprint: Fingerprint)] = [:]
    for entry in inOrder {
      guard let season = entry.value.season, let fingerprint = entry.value.seasonFingerprint else { continue }
      if seasons[season.league.key] == nil { seasons[season.league.key] = (season, fingerprint) }
    }
    return seasons
  }

  private var problems: [FeedProblem] {
    var owners: [SeasonKey: String] = [:]
    var problems: [FeedProblem] = []
    for (path, entry) in inOrder {
      if let problem = entry.problem { problems.append(problem) }
      guard let season = entry.season else { continue }
      problems += season.problems
      if let owner = owners[season.league.key] {
        problems.append(.duplicate(path, of: owner))
      } else {
        owners[season.league.key] = path
      }
    }
    return problems
  }

  private var inOrder: [(key: String, value: Entry)] { entries.sorted { $0.key < $1.key } }

  private func refresh() throws(FeedProblem) {
    // What is written from here on is heard of, and read the next time.
    watch?.clear()
    if let listing, listing.isCurrent {
      for path in listing.paths { refresh(path) }
      return
    }
    (listing, watch) = (nil, FolderWatch(directory))
    let found = try DirectoryFiles.Listing(of: directory, extension: reader.fileExtension)
    listing = found
    let paths = found.paths
    if entries.count != paths.count || !paths.allSatisfy({ entries[$0] != nil }) {
      for path in Set(entries.keys).subtracting(paths) { entries[path] = nil }
      hasChanged = true
    }
    for path in paths { refresh(path) }
  }

  private func refresh(_ path: String) {
    let stamp = FileStamp(of: directory.appending(path: path).path)
    if let stamp, entries[path]?.stamp == stamp { return }
    hasChanged = true
    defer { entries[path]?.stamp = stamp.flatMap { $0.isSettled ? $0 : nil } }
    guard let data = try? Data(contentsOf: directory.appending(path: path)) else {
      entries[path, default: Entry(fingerprint: Fingerprint(of: ""))].problem = .unreadable(path)
      return
    }
    let fingerprint = Fingerprint(of: data)
    guard entries[path]?.fingerprint != fingerprint || entries[path]?.problem?.code == "unreadable" else { return }
    do {
      let season = try reader.read(data, path: path)
      entries[path] = Entry(fingerprint: fingerprint, season: season, seasonFingerprint: fingerprint)
    } catch {
      let last = entries[path]
      entries[path] = Entry(
        fingerprint: fingerprint, season: last?.season, problem: error, seasonFingerprint: last?.seasonFingerprint)
    }
  }
}

extension FeedProblem {
  fileprivate static func duplicate(_ path: String, of owner: String) -> FeedProblem {
    FeedProblem(
      file: path, code: "duplicate-season",
      detail: "the season is also in \(owner), which counts; remove one of the files")
  }

  static func unreadable(_ path: String) -> FeedProblem {
    FeedProblem(file: path, code: "unreadable", detail: "the file cannot be opened; check its permissions")
  }
}
