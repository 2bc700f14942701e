import FieldhouseKit

/// Who names which file of the media service, so that a file goes with the last record that names it.
enum FileNames {
  /// Says which files a record names, such as `course/harbour-park`.
  static func set(_ files: [String], of record: String, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from file_names where record = \(record)")
    for file in Set(files) {
      try await transaction.execute("insert into file_names (record, file) values (\(record), \(file))")
    }
  }

  /// Those of some files that no record names.
  static func unnamed(_ files: [String], in transaction: any ReadTransaction) async throws -> [String] {
    let named: Set<String> = Set(
      try await transaction.query("select file from file_names where file in (\(list: files))").map { try $0[0] })
    return files.filter { !named.contains($0) }
  }
}
