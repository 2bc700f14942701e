import Foundation

/// The book of faults in the data folder: `plugin-faults.json`.
public struct FaultBookFile: Sendable {
  private let path: String

  /// The file of a data folder.
  public init(data: String) { path = "\(data)/plugin-faults.json" }

  /// What is written; an empty book where there is no file, or one that cannot be read: a damaged file keeps no plugin out.
  public func read() -> FaultBook {
    guard let data = FileManager.default.contents(atPath: path) else { return FaultBook() }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return (try? decoder.decode(FaultBook.self, from: data)) ?? FaultBook()
  }

  /// Replaces the file as a whole.
  /// - Throws: when it cannot be written.
  public func write(_ book: FaultBook) throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(book).write(to: URL(fileURLWithPath: path), options: .atomic)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }
}
