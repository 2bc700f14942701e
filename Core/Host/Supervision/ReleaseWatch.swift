import FieldhouseKernel
import FieldhouseKit
import FieldhouseSupervision

/// Notices that a plugin that this worker keeps out was released. A worker that ends then is followed by one that tries
/// the plugin again, while who connects waits in the queue of the supervisor's socket.
struct ReleaseWatch: Sendable {
  private static let interval = Duration.seconds(1)

  private let file: FaultBookFile
  private let keptOut: Set<String>
  private let log: any Log

  /// Nil where there is nothing to notice, or nobody who would start the next worker.
  init?(_ report: CheckReport, data: String, log: any Log) {
    keptOut = Set(report.listing.filter { $0.state == .quarantined }.compactMap(\.id))
    file = FaultBookFile(data: data)
    self.log = log
    guard Supervised.address != nil, !keptOut.isEmpty else { return nil }
  }

  /// Returns when one of them stands in the book of faults no more, or the task is cancelled.
  func run() async {
    while true {
      do { try await Task.sleep(for: Self.interval) } catch { return }
      let released = keptOut.subtracting(file.read().quarantined.keys)
      guard released.isEmpty else {
        return log.info("the worker makes room for one that tries released plugins", ["plugins": Self.list(released)])
      }
    }
  }

  private static func list(_ ids: Set<String>) -> String { ids.sorted().joined(separator: " ") }
}
