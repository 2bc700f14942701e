import FieldhouseAccounts
import FieldhouseKit
import FieldhouseSupervision

/// Notices that operators have decided something about plugins since this worker has started, here or at another host of the
/// database. A worker that ends then is followed by one that starts with it, while who connects waits in the queue of the
/// supervisor's socket.
struct PartsWatch: Sendable {
  private static let interval = Duration.seconds(1)

  private let records: OperatorRecords
  private let known: Int
  private let log: any Log

  /// Nil where nobody would start the next worker.
  init?(_ records: OperatorRecords, since known: Int, log: any Log) {
    guard Supervised.address != nil else { return nil }
    (self.records, self.known, self.log) = (records, known, log)
  }

  /// Returns when something has changed, or the task is cancelled. While the database does not answer nothing is known to have.
  func run() async {
    while true {
      do { try await Task.sleep(for: Self.interval) } catch { return }
      guard let change = try? await records.change(), change != known else { continue }
      return log.info("the worker makes room for one that starts with what operators decided about plugins")
    }
  }
}
