import NIOCore
import ServiceLifecycle

/// Waits for the shutdown and takes the listener through its steps.
struct DrainCoordinator: Sendable {
  private static let settling = TimeAmount.milliseconds(100)

  let gate: AcceptGate
  private let loops: [LoopState]
  private let configuration: ListenerConfiguration
  private let emptied: EventLoopPromise<Void>

  init(loops: [LoopState], configuration: ListenerConfiguration, eventLoop: any EventLoop) {
    self.loops = loops
    self.configuration = configuration
    emptied = eventLoop.makePromise(of: Void.self)
    gate = AcceptGate(limit: configuration.limits.connections, emptied: emptied)
  }

  /// Returns when the last connection has ended.
  ///
  /// - Throws: The error that broke the listening socket, or `CancellationError`.
  func run(_ channel: any Channel) async throws {
    do {
      try await waitForShutdown(channel)
    } catch {
      loops.forEach { $0.cutAll() }
      throw error
    }
    await withTaskCancellationHandler {
      await drain(channel)
    } onCancel: {
      emptied.succeed()
    }
  }

  /// Stops the ticks and lets go of the promise, whatever happened.
  func finish() {
    emptied.succeed()
    loops.forEach { $0.stop() }
  }

  private func waitForShutdown(_ channel: any Channel) async throws {
    let (open, closed) = AsyncStream.makeStream(of: Void.self)
    channel.closeFuture.whenComplete { _ in closed.finish() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await gracefulShutdown() }
      group.addTask {
        for await _ in open {}
        throw ChannelError.eof
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private func drain(_ channel: any Channel) async {
    let waiting = gate.connections
    for loop in loops { try? await loop.drain() }
    configuration.events(.draining(connections: waiting))
    let stops = stopAccepting(channel, after: configuration.address.isShared || waiting == 0 ? .zero : announce)
    let limit = after(TimeAmount(configuration.drain.limit)) { emptied.succeed() }
    try? await emptied.futureResult.get()
    (stops + [limit]).forEach { $0.cancel() }
    configuration.events(.drained(cut: gate.connections))
    loops.forEach { $0.cutAll() }
  }

  private var announce: TimeAmount { TimeAmount(configuration.drain.announce) }

  /// Pauses the socket first and closes it a little later: a connection that was accepted a moment ago and is
  /// being set up on another loop would be lost with the socket.
  private func stopAccepting(_ channel: any Channel, after delay: TimeAmount) -> [Scheduled<Void>] {
    channel.closeFuture.whenComplete { _ in
      configuration.events(.stoppedAccepting)
      gate.awaitEmpty()
    }
    return [
      after(delay) { channel.setOption(.autoRead, value: false).whenFailure { _ in } },
      after(delay + Self.settling) { channel.close(promise: nil) },
    ]
  }

  private func after(_ delay: TimeAmount, _ action: @escaping @Sendable () -> Void) -> Scheduled<Void> {
    emptied.futureResult.eventLoop.scheduleTask(in: delay, action)
  }
}
