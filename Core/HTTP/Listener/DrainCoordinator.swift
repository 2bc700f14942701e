import NIOCore
import NIOPosix
import ServiceLifecycle

/// Runs the acceptor until the shutdown and takes the listener through its steps.
struct DrainCoordinator: Sendable {
  let loops: [LoopState]
  let configuration: ListenerConfiguration
  let acceptor: Acceptor
  let emptied: EventLoopPromise<Void>

  /// Returns when the last connection has ended.
  ///
  /// - Throws: The error that broke the listening socket, or `CancellationError`.
  func run() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { acceptor.stop() }
      group.addTask { try await accept() }
      group.addTask { try await gracefulShutdown() }
      do {
        try await group.next()
        await withTaskCancellationHandler {
          await drain()
        } onCancel: {
          emptied.succeed()
        }
      } catch {
        loops.forEach { $0.cutAll() }
        throw error
      }
    }
  }

  /// Accepts on a thread of its own.
  private func accept() async throws {
    let pool = NIOThreadPool(numberOfThreads: 1)
    pool.start()
    let result: Result<Void, any Error>
    do {
      result = .success(try await pool.runIfActive { try acceptor.run() })
    } catch {
      result = .failure(error)
    }
    try? await pool.shutdownGracefully()
    try result.get()
    configuration.events(.stoppedAccepting)
  }

  private func drain() async {
    let waiting = acceptor.connections
    if configuration.address.isShared || waiting == 0 { acceptor.stop() }
    for loop in loops { try? await loop.drain() }
    configuration.events(.draining(connections: waiting))
    let stop = after(configuration.drain.announce) { acceptor.stop() }
    let limit = after(configuration.drain.limit) { emptied.succeed() }
    try? await emptied.futureResult.get()
    [stop, limit].forEach { $0.cancel() }
    configuration.events(.drained(cut: acceptor.connections))
    loops.forEach { $0.cutAll() }
  }

  private func after(_ delay: Duration, _ action: @escaping @Sendable () -> Void) -> Scheduled<Void> {
    emptied.futureResult.eventLoop.scheduleTask(in: TimeAmount(delay), action)
  }
}
