import FieldhouseKit

/// The making of a plugin's ranks from all entries of its storage; what is committed meanwhile waits.
public final class BoardRebuild: Sendable {
  private let book: BoardBook
  private let target: any RankRebuild

  init(_ book: BoardBook, _ target: any RankRebuild) {
    self.book = book
    self.target = target
  }

  /// Takes an entry in. The entries of one place come one after another. May wait for what takes it in.
  public func add(_ record: BoardRecord, at place: BoardPlace) {
    guard book.hasRules else { return target.add(record, at: place) }
    for (place, record) in book.ranking(record, at: place) {
      if let record { target.add(record, at: place) }
    }
  }

  /// Whether entries may come as columns: not where a board's ranks follow from the details, or where they are kept
  /// elsewhere.
  public var takesColumns: Bool { !book.hasRules && target.takesColumns }

  /// Takes entries in as columns, where ``takesColumns`` says so; in the order of ``add(_:at:)``.
  public func add(_ columns: BoardColumns) {
    precondition(takesColumns, "details are needed here")
    target.add(columns)
  }

  /// Puts the ranks in place, all entries having been added, and applies what has come in since the rebuild began.
  /// - Returns: false when another rebuild has begun meanwhile; then nothing is changed.
  /// - Throws: ``RankStoreError`` when the ranks are kept elsewhere and cannot be put there.
  @discardableResult
  public func finish() async throws -> Bool { try await target.finish() }
}

/// Why ranks that are kept outside this process cannot be read or written.
public struct RankStoreError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The stable code `board-store`.
  public var code: String { "board-store" }
  /// What happened and what to do.
  public let description: String
}
