/// Why a test could not do what it wanted with its host.
public struct TestHostError: Error, Sendable, CustomStringConvertible {
  /// The reason, as a sentence with the remedy.
  public let description: String

  init(_ description: String) { self.description = description }

  init(_ wanted: String, _ reply: TestReply) {
    self.init("\(wanted) was answered \(reply.status): \(reply.text)")
  }
}
