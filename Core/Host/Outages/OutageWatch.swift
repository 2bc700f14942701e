import FieldhouseHTTP
import FieldhouseKit
import FieldhouseRuntime
import FieldhouseSupervision
import Foundation
import Synchronization

/// Follows what the host knows of its parts: counts its uptime, and tells operators of outages.
final class OutageWatch: Sendable {
  /// How often it looks, in seconds.
  static let interval = 5.0
  /// After how many seconds what it knows is written, where nothing was to be told meanwhile.
  private static let writing = 20.0
  /// After how many seconds a way that failed is tried again.
  private static let again = 15.0
  /// So many news wait at most; the oldest ones are given up for newer ones.
  static let mostWaiting = 200

  private struct State {
    var contents: OutageFile.Contents
    var written = Date.distantPast
    /// When a way that failed may be tried again.
    var retry: [AlertWay: Date] = [:]
  }

  private let file: OutageFile
  private let rule: OutageBook.Rule
  private let ways: any AlertWays
  private let now: @Sendable () -> Date
  private let metrics: any Metrics
  private let log: any Log
  private let state: Mutex<State>

  /// - Parameter now: the real time, also where the host's clock is simulated: people wait in real time.
  init(
    file: OutageFile, rule: OutageBook.Rule, ways: any AlertWays, metrics: any Metrics, log: any Log,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    (self.file, self.rule, self.ways, self.metrics, self.log, self.now) = (file, rule, ways, metrics, log, now)
    state = Mutex(State(contents: file.read()))
  }

  /// Notes that the host comes, and what was before: a host that nobody had asked to end, workers that died.
  func begin(deaths: [WorkerDeath]) {
    let now = now()
    var news: [OutageNews] = []
    state.withLock { state in
      for death in deaths { state.contents.book.noteDeath(at: death.date) }
      if let last = state.contents.uptime.last, !state.contents.hasEnded,
        let absence = state.contents.book.noteAbsence(from: last, until: now, rule: rule)
      {
        news.append(absence)
      }
      state.contents.hasEnded = false
      state.contents.uptime.note(isReady: false, at: now)
    }
    add(news)
    write()
  }

  /// Notes how the parts are.
  func look(_ parts: [PartHealth]) {
    let now = now()
    let isReady = !parts.contains { $0.isEssential && $0.health.state == .down }
    let news = state.withLock { state in
      state.contents.uptime.note(isReady: isReady, at: now)
      return state.contents.book.note(parts, at: now, rule: rule)
    }
    add(news)
    let (share, isDue) = state.withLock {
      ($0.contents.uptime.whole.share, abs(now.timeIntervalSince($0.written)) >= Self.writing)
    }
    if let share { metrics.gauge("uptime_ratio", share, labels: [:]) }
    if isDue || !news.isEmpty { write() }
  }

  /// Tells what waits, each by the ways that are left. A way that fails is left alone for a while.
  func carry() async {
    for way in AlertWay.allCases {
      let waiting = state.withLock { state in
        (state.retry[way] ?? .distantPast) > now() ? [] : state.contents.waiting.filter { $0.ways.contains(way) }
      }
      for one in waiting {
        do {
          try await ways.tell(one.news, by: way)
          settle(one.news, way)
        } catch {
          log.warning("operators could not be told of an outage", ["way": way.rawValue, "cause": "\(error)"])
          state.withLock { $0.retry[way] = now().addingTimeInterval(Self.again) }
          break
        }
      }
    }
  }

  /// Works until the task is cancelled.
  func run(parts: @escaping @Sendable () -> [PartHealth]) async {
    await withDiscardingTaskGroup { group in
      group.addTask {
        while (try? await Task.sleep(for: .seconds(Self.interval))) != nil { self.look(parts()) }
      }
      // Apart: a way that hangs does not keep anybody from looking.
      group.addTask {
        while (try? await Task.sleep(for: .seconds(Self.interval))) != nil { await self.carry() }
      }
    }
  }

  /// Notes that the host was asked to end.
  func end() {
    let now = now()
    state.withLock { state in
      state.contents.uptime.end(at: now)
      state.contents.hasEnded = true
    }
    write()
  }

  /// What it knows at the moment.
  var contents: OutageFile.Contents { state.withLock { $0.contents } }

  private func add(_ news: [OutageNews]) {
    guard !news.isEmpty else { return }
    let all = ways.all
    state.withLock { state in
      state.contents.waiting += news.map { OutageFile.Waiting(news: $0, ways: all) }
      state.contents.waiting.removeFirst(max(0, state.contents.waiting.count - Self.mostWaiting))
    }
    for one in news {
      log.warning("operators are told of an outage", ["what": one.kind.rawValue, "part": one.part])
    }
  }

  private func settle(_ news: OutageNews, _ way: AlertWay) {
    state.withLock { state in
      for index in state.contents.waiting.indices where state.contents.waiting[index].news == news {
        state.contents.waiting[index].ways.remove(way)
      }
      state.contents.waiting.removeAll(where: \.ways.isEmpty)
    }
    write()
  }

  private func write() {
    let (now, contents) = (now(), contents)
    do {
      try file.write(contents)
    } catch {
      // A full disk: what is known stays in memory, and is written with the next look that is due.
      log.warning("what is known of outages could not be written", ["cause": "\(error)"])
    }
    state.withLock { $0.written = now }
  }
}
