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
  /// Lets reports in one plugin's groups be counted one after the other.
  let turns: any Turns
  /// After how many reports something is hidden.
  let limits: ReportLimits
  /// Whether somebody decides about reports in the whole host.
  let handlesReports: @Sendable (Principal) async throws -> Bool
  /// Shuts an account.
  let suspend: @Sendable (AccountID, Call) async throws -> Void
  /// Adds to the trail of who did what that somebody has decided about something.
  let record: @Sendable (_ call: Call, _ subject: String, _ decision: String) async throws -> Void

  /// - Parameters:
  ///   - publicURL: where people reach the host, without a slash at its end.
  ///   - digest: of the secrets of links; the same on every start.
  ///   - prove: throws a ``Problem`` 403 `step-up-needed` where somebody is to show once more who it is.
  ///   - pictures: without it there are no routes for pictures.
  ///   - turns: the same for all routes of the host.
  ///   - handlesReports: false also for a right that does not count in the session.
  ///   - suspend: throws a ``Problem`` 404 for nobody, 409 for the last super-admin.
  public init(
    publicURL: String, digest: @escaping @Sendable (String) -> String,
    prove: @escaping @Sendable (Call) async throws -> Void, pictures: GroupPictures? = nil, turns: any Turns,
    limits: ReportLimits, handlesReports: @escaping @Sendable (Principal) async throws -> Bool,
    suspend: @escaping @Sendable (AccountID, Call) async throws -> Void,
    record: @escaping @Sendable (Call, String, String) async throws -> Void
  ) {
    (self.publicURL, self.digest, self.prove, self.pictures) = (publicURL, digest, prove, pictures)
    (self.turns, self.limits) = (turns, limits)
    (self.handlesReports, self.suspend, self.record) = (handlesReports, suspend, record)
  }

  /// The page that a link or a code leads to.
  func address(of secret: String) -> String { "\(publicURL)/join/\(secret)" }
}

/// Lets what changes the same rows go one after the other in a process.
public protocol Turns: Sendable {
  /// Runs a body once it is its turn among those of the same key.
  func take<Value: Sendable>(_ key: String, _ body: () async throws -> Value) async throws -> Value
}
