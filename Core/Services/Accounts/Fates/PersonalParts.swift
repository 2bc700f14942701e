public import FieldhouseKit
internal import Synchronization

/// What others than accounts keep of a person, by the name under which the export has it.
public typealias PersonalPart = @Sendable (AccountID) async throws -> [(name: String, content: JSON)]

/// Everything that goes into an export beside what accounts keep.
final class PersonalParts: Sendable {
  private let parts = Mutex<[PersonalPart]>([])

  func attach(_ part: @escaping PersonalPart) { parts.withLock { $0.append(part) } }

  func all(of account: AccountID) async throws -> [(name: String, content: JSON)] {
    var all: [(name: String, content: JSON)] = []
    for part in parts.withLock({ $0 }) { all += try await part(account) }
    return all
  }
}

extension Accounts {
  /// Adds to everybody's export, from now on, what is kept elsewhere.
  public func attach(export part: @escaping PersonalPart) { parts.attach(part) }
}
