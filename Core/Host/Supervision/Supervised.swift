import FieldhouseHTTP
import FieldhouseSupervision
import Synchronization

/// Whether this process is a worker, which it becomes before it does anything else.
enum Supervised {
  private static let worker = Mutex<Worker?>(nil)

  static func become(_ worker: Worker) { self.worker.withLock { $0 = worker } }

  /// The socket that the supervisor opened; nil in a process without one.
  static var address: ListenAddress? { worker.withLock { $0 }.map { .handed(descriptor: $0.socket) } }
}
