internal import FieldhouseKit

// A page has one picture, in whichever language it is read.
extension PageStore {
  /// Where a picture of a page is fetched.
  static func address(of picture: String?, page: String) -> String? {
    picture.map { "/v1/content/pages/\(page)/picture/\($0)" }
  }

  /// Whether a page was ever published.
  static func isKnown(_ page: String, in transaction: any ReadTransaction) async throws -> Bool {
    try await transaction.first("select page from content_pages where page = \(page)") != nil
  }

  /// The id of the picture that a page has now.
  static func picture(of page: String, in transaction: any ReadTransaction) async throws -> String? {
    try await transaction.first("select picture from content_pages where page = \(page)").flatMap { try $0["picture"] }
  }

  /// Gives a page a picture, or none.
  /// - Returns: the id of the one before.
  static func setPicture(
    _ file: String?, of page: String, in transaction: any Transaction
  ) async throws -> String? {
    let old = try await picture(of: page, in: transaction)
    try await transaction.execute("update content_pages set picture = \(file) where page = \(page)")
    try await transaction.execute("update content_shown set picture = \(file) where page = \(page)")
    return old
  }

  /// Whether a page that is shown in some language has this picture.
  static func shows(_ file: String, of page: String, in transaction: any ReadTransaction) async throws -> Bool {
    try await transaction.first(
      "select page from content_shown where page = \(page) and picture = \(file) limit 1") != nil
  }

  /// Shows a page in no language any more. Its versions stay.
  /// - Returns: whether it was shown.
  static func withdraw(_ page: String, in transaction: any Transaction) async throws -> Bool {
    try await transaction.execute("delete from content_shown where page = \(page)") > 0
  }
}
