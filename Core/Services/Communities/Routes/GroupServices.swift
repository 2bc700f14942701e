public import FieldhouseKit

/// What groups use of other services of the host.
public struct GroupServices: Sendable {
  /// Where people reach the host, without a slash at its end.
  let publicURL: String
  /// The digest by which a secret is found again that is not kept itself.
  let digest: @Sendable (String) -> String
  /// Refuses a call whose session was not proved lately.
  let prove: @Sendable (Call) async throws -> Void
  /// Where pictures are kept; nil where there are none.
  let pictures: GroupPictures?

  /// - Parameters:
  ///   - publicURL: where people reach the host, without a slash at its end.
  ///   - digest: of the secrets of links; the same on every start.
  ///   - prove: throws a ``Problem`` 403 `step-up-needed` where somebody is to show once more who it is.
  ///   - pictures: without it there are no routes for pictures.
  public init(
    publicURL: String, digest: @escaping @Sendable (String) -> String,
    prove: @escaping @Sendable (Call) async throws -> Void, pictures: GroupPictures? = nil
  ) {
    (self.publicURL, self.digest, self.prove, self.pictures) = (publicURL, digest, prove, pictures)
  }

  /// The page that a link or a code leads to.
  func address(of secret: String) -> String { "\(publicURL)/join/\(secret)" }
}
