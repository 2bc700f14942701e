import FieldhouseKit

/// Who names which pictures: entries, challenges and templates. The same content is one file.
enum PictureNames {
  /// Those of some pictures that nothing names.
  static func unnamed(_ pictures: [String], in transaction: any ReadTransaction) async throws -> [String] {
    guard !pictures.isEmpty else { return [] }
    let named: Set<String> = Set(
      try await transaction.query(
        """
        select photo from evidence where photo in (\(list: pictures))
        union select cover from challenges where cover in (\(list: pictures))
        union select cover from templates where cover in (\(list: pictures))
        """
      ).map { try $0[0] })
    return Set(pictures).subtracting(named).sorted()
  }
}
