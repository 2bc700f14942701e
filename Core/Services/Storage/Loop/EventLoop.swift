internal import Foundation
internal import Glibc
internal import Synchronization

/// One thread that runs jobs in the order they come, timers, and handlers of descriptors.
///
/// A task that prefers it runs on that thread only, so that what is confined to the loop needs no lock, and calls
/// from one such function to another cost no change of threads.
final class EventLoop: TaskExecutor, @unchecked Sendable {
  private enum Work {
    case job(UnownedJob)
    case closure(@Sendable () -> Void)
  }

  private struct Inbox {
    var work: [Work] = []
    var isAsleep = false
    var isStopped = false
    var hasEnded = false
  }

  private let inbox = Mutex(Inbox())
  private let wakeUp: WakeUp
  private var timers = TimerQueue()
  private var watches: WatchSet
  private let thread = Mutex<pthread_t?>(nil)

  /// A loop whose thread has that name in process listings (15 bytes are shown).
  init(name: String) {
    wakeUp = WakeUp()
    watches = WatchSet(wakeUp.entry)
    let thread = Thread { [self] in run() }
    thread.name = name
    thread.stackSize = 1 << 20
    thread.start()
  }

  /// Whether the caller runs on the loop.
  var isCurrent: Bool { thread.withLock { $0 } == pthread_self() }

  /// Whether its thread has ended: timers and descriptors are looked at no more.
  var hasEnded: Bool { inbox.withLock { $0.hasEnded } }

  /// Runs a closure on the loop.
  func execute(_ closure: @escaping @Sendable () -> Void) { add(.closure(closure)) }

  func enqueue(_ job: consuming ExecutorJob) { add(.job(UnownedJob(job))) }

  /// Waits some nanoseconds, also when the task is cancelled; not when the loop ends meanwhile.
  func pause(_ nanoseconds: UInt64) async {
    await withCheckedContinuation { continuation in
      let once = Once { continuation.resume() }
      execute { [self] in schedule(after: nanoseconds) { once.run() } }
    }
  }

  /// Ends the thread once everything that was handed over before has run.
  func stop() {
    let wasAsleep = inbox.withLock {
      $0.isStopped = true
      return $0.isAsleep
    }
    if wasAsleep { wakeUp.signal() }
  }

  private func add(_ work: Work) {
    let (mustWake, hasEnded) = inbox.withLock { inbox in
      if !inbox.hasEnded { inbox.work.append(work) }
      defer { inbox.isAsleep = false }
      return (inbox.isAsleep, inbox.hasEnded)
    }
    if mustWake { wakeUp.signal() }
    // A task that was still on its way when the loop ended: it finds everything closed, but it has to get there.
    if hasEnded { Thread.detachNewThread { [self] in run(work) } }
  }
}

// What follows runs on the loop only.
extension EventLoop {
  /// Calls `action` once, not before `delay` nanoseconds have passed; never when the loop has ended, then it is let go.
  func schedule(after delay: UInt64, _ action: @escaping () -> Void) {
    guard !hasEnded else { return }
    timers.add(at: Monotonic.now &+ delay, action)
  }

  /// Calls `handler` whenever the descriptor is ready for one of `events` (as of `poll`), until ``unwatch(_:)``; never when the
  /// loop has ended, then it is let go.
  func watch(_ descriptor: CInt, for events: CInt, _ handler: @escaping () -> Void) {
    guard !hasEnded else { return }
    watches.set(descriptor, Int16(events), handler)
  }

  /// Forgets a descriptor. Nothing else may run on the loop between its closing and this: a descriptor that is closed is
  /// ready for ever.
  func unwatch(_ descriptor: CInt) { if !hasEnded { watches.remove(descriptor) } }

  /// The descriptors that have a handler.
  var watched: [CInt] { watches.descriptors }

  private func run() {
    thread.withLock { $0 = pthread_self() }
    while let work = take() {
      for item in work { run(item) }
      for action in timers.takeDue(at: Monotonic.now) { action() }
      wait()
    }
    // What never comes to run holds on to what set it, and that to this loop.
    timers = TimerQueue()
    watches = WatchSet(wakeUp.entry)
    wakeUp.close()
  }

  private func run(_ work: Work) {
    switch work {
    case .job(let job): job.runSynchronously(on: asUnownedTaskExecutor())
    case .closure(let closure): closure()
    }
  }

  private func take() -> [Work]? {
    inbox.withLock {
      if $0.work.isEmpty && $0.isStopped {
        $0.hasEnded = true
        return nil
      }
      var work: [Work] = []
      swap(&work, &$0.work)
      return work
    }
  }

  private func wait() {
    let mustSleep = inbox.withLock {
      $0.isAsleep = $0.work.isEmpty && !$0.isStopped
      return $0.isAsleep
    }
    guard mustSleep || !watches.isEmpty else { return }
    let ready = watches.poll(mustSleep ? timers.pause(from: Monotonic.now) : 0)
    inbox.withLock { $0.isAsleep = false }
    for descriptor in ready {
      if let handler = watches.handler(of: descriptor) { handler() } else { wakeUp.drain() }
    }
  }
}
