internal import FieldhouseKit
internal import Foundation

/// Writes down what came of attempts to send, together: what ends while a transaction is under way goes into the next.
actor Settlements {
  /// What came of an attempt.
  struct Ending: Sendable {
    let claim: Outbox.Claim
    /// Whether it is done with, sent or given up.
    let isOver: Bool
  }

  private let context: AccountsContext
  private let outbox: Outbox
  private var waiting: [Ending] = []
  /// The transaction that takes what is waiting, once the one before it has ended.
  private var next: Task<Void, any Error>?
  private var last: Task<Void, any Error>?

  init(context: AccountsContext, outbox: Outbox) {
    self.context = context
    self.outbox = outbox
  }

  /// Writes one down.
  /// - Throws: when it could not be written; the message is sent once more then, under the same id.
  func settle(_ ending: Ending) async throws {
    waiting.append(ending)
    try await (next ?? begin()).value
  }

  private func begin() -> Task<Void, any Error> {
    let task = Task { [last, context, outbox] in
      _ = await last?.result
      let endings = waiting
      (waiting, next) = ([], nil)
      try await context.steps.write { try await Self.write(endings, outbox, now: context.clock.now, in: $0) }
    }
    (next, last) = (task, task)
    return task
  }

  private static func write(
    _ endings: [Ending], _ outbox: Outbox, now: Date, in transaction: any Transaction
  ) async throws {
    let over = endings.filter(\.isOver).map(\.claim.message.id)
    if !over.isEmpty { try await outbox.remove(over, in: transaction) }
    for ending in endings where !ending.isOver { try await outbox.postpone(ending.claim, now: now, in: transaction) }
  }
}
