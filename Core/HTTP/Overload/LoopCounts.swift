import NIOCore
import Synchronization

/// A number for each event loop, on cache lines of its own: loops that count at the same time do not take the line from one
/// another. Adding up looks at all of them.
struct LoopCounts: ~Copyable, Sendable {
  /// Bytes between two of them: processors fetch lines of 64 bytes in pairs.
  private static let spacing = 128 / MemoryLayout<Atomic<Int>>.stride
  /// More loops than this share numbers, so that very many counts do not take very much memory.
  private static let most = 8

  /// How many numbers so many loops have.
  static func parts(of loops: Int = System.coreCount) -> Int { min(max(1, loops), most) }

  /// How many numbers there are.
  let parts: Int
  private nonisolated(unsafe) let numbers: UnsafeMutablePointer<Atomic<Int>>

  /// - Parameter loops: how many event loops there are.
  init(loops: Int = System.coreCount) {
    parts = Self.parts(of: loops)
    numbers = UnsafeMutableRawPointer.allocate(byteCount: parts * 128, alignment: 128)
      .bindMemory(to: Atomic<Int>.self, capacity: parts * Self.spacing)
    for part in 0..<parts { (numbers + part * Self.spacing).initialize(to: Atomic(0)) }
  }

  deinit { UnsafeMutableRawPointer(numbers).deallocate() }

  /// Adds to the number of a loop.
  /// - Returns: what it is then.
  @discardableResult
  borrowing func add(_ more: Int, on loop: Int) -> Int {
    numbers[loop % parts * Self.spacing].add(more, ordering: .relaxed).newValue
  }

  /// All numbers added up.
  var sum: Int {
    (0..<parts).reduce(0) { $0 + numbers[$1 * Self.spacing].load(ordering: .relaxed) }
  }

  /// All numbers added up, each set to 0.
  borrowing func take() -> Int {
    (0..<parts).reduce(0) { $0 + numbers[$1 * Self.spacing].exchange(0, ordering: .relaxed) }
  }
}

/// How many things are there at a time, counted on several event loops, and no more than a limit.
///
/// As long as no loop has more than its share of a least number, all have no more than that together, and nobody looks at
/// the others' counts.
final class LoopLimit: Sendable {
  private let counts: LoopCounts
  private let share: Int
  /// How many loops have more than their share.
  private let crowded = Atomic(0)

  /// - Parameter least: what the limit never is below.
  init(least: Int, loops: Int = System.coreCount) {
    counts = LoopCounts(loops: loops)
    share = least / counts.parts
  }

  /// How many there are.
  var count: Int { counts.sum }

  /// Counts one more, to be ended with ``subtract(on:)``.
  /// - Parameter limit: the most that there may be, asked when it matters.
  /// - Returns: whether there is room; if not, it is not counted.
  func add(on loop: Int, upTo limit: () -> Int) -> Bool {
    let own = counts.add(1, on: loop)
    if own == share + 1 { crowded.add(1, ordering: .relaxed) }
    if own <= share, crowded.load(ordering: .relaxed) == 0 { return true }
    if counts.sum <= limit() { return true }
    subtract(on: loop)
    return false
  }

  func subtract(on loop: Int) {
    if counts.add(-1, on: loop) == share { crowded.subtract(1, ordering: .relaxed) }
  }
}
