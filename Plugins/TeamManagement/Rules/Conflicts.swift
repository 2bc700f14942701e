import FieldhouseKit
import Foundation

/// Which of some events take place at once.
enum Conflicts {
  /// How many pairs are told at most.
  static let most = 200

  /// The pairs of spans of time that overlap, by their places in the list: those that touch each other only do not. In the order
  /// in which the later one begins.
  static func pairs(_ spans: [(from: Date, to: Date)]) -> [(one: Int, other: Int)] {
    var (found, open): ([(one: Int, other: Int)], [Int]) = ([], [])
    for index in spans.indices.sorted(by: { (spans[$0].from, $0) < (spans[$1].from, $1) }) {
      open.removeAll { spans[$0].to <= spans[index].from }
      for other in open {
        found.append((other, index))
        if found.count == most { return found }
      }
      open.append(index)
    }
    return found
  }
}
