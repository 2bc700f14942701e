/// Who walked with somebody else, found from coarse places at a coarse time.
///
/// Two walked together when one was where the other was for at least half of the own marks and ten minutes: ``leastMarks``. Pairs are
/// not compared all with all. Walkers are put in an order in which those with the same marks stand beside each other – the order of
/// the least of their marks' hashes (min-hash), of which there are some – and at each mark everybody is compared with the
/// ``window`` before them in that order. So a crowd of any size at one place costs what its marks cost.
///
/// Min-hash: A. Broder, On the resemblance and containment of documents (1997): two sets have the same least hash with the
/// probability of their resemblance.
enum Companions {
  /// A place at a time: a cell of about 500 m, in five minutes that are counted since 1970.
  struct Mark: Sendable, Hashable {
    var bucket: Int
    var cell: String
  }

  /// So many marks together at least.
  static let leastMarks = 2
  private static let orders: [UInt64] = [
    0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x27D4_EB2F_1656_67C5,
  ]
  private static let window = 3

  /// Who walked with somebody, and what finding them took.
  struct Found: Sendable {
    var people: Set<String> = []
    /// How many pairs were compared.
    var comparisons = 0
  }

  /// - Parameter walkers: the marks of each; people who have agreed to it only.
  /// - Returns: those who walked with somebody.
  static func together(_ walkers: [String: Set<Mark>]) -> Set<String> { found(among: walkers).people }

  static func found(among walkers: [String: Set<Mark>]) -> Found {
    let names = walkers.keys.sorted()
    let numbered = number(names.map { walkers[$0] ?? [] })
    var isTogether = [Bool](repeating: false, count: names.count)
    let comparisons = orders.reduce(0) { $0 + look(numbered, $1, &isTogether) }
    return Found(people: Set(names.indices.filter { isTogether[$0] }.map { names[$0] }), comparisons: comparisons)
  }

  /// The marks of each as sorted numbers, the same number for the same mark.
  private static func number(_ marks: [Set<Mark>]) -> (lists: [[Int32]], count: Int) {
    var numbers: [Mark: Int32] = [:]
    let lists = marks.map { set in
      set.map { mark -> Int32 in
        if let known = numbers[mark] { return known }
        let new = Int32(numbers.count)
        numbers[mark] = new
        return new
      }.sorted()
    }
    return (lists, numbers.count)
  }

  /// - Returns: how many pairs were compared.
  private static func look(
    _ numbered: (lists: [[Int32]], count: Int), _ seed: UInt64, _ isTogether: inout [Bool]
  ) -> Int {
    var comparisons = 0
    let lists = numbered.lists
    let hashes = (0..<numbered.count).map { scrambled(UInt64($0) &+ seed) }
    let keys = lists.map { list in list.reduce(UInt64.max) { min($0, hashes[Int($1)]) } }
    let order = lists.indices.filter { lists[$0].count >= leastMarks }.sorted { (keys[$0], $0) < (keys[$1], $1) }
    var recent = [Int32](repeating: -1, count: numbered.count * window)
    for walker in order {
      var compared: Set<Int32> = []
      for mark in lists[walker] {
        let place = Int(mark) * window
        for other in recent[place..<place + window] where other >= 0 && compared.insert(other).inserted {
          comparisons += 1
          compare(walker, Int(other), lists, &isTogether)
        }
        for index in stride(from: window - 1, to: 0, by: -1) { recent[place + index] = recent[place + index - 1] }
        recent[place] = Int32(walker)
      }
    }
    return comparisons
  }

  private static func compare(_ one: Int, _ other: Int, _ lists: [[Int32]], _ isTogether: inout [Bool]) {
    guard !isTogether[one] || !isTogether[other] else { return }
    let shared = shared(lists[one], lists[other])
    guard shared >= leastMarks else { return }
    if shared * 2 >= lists[one].count { isTogether[one] = true }
    if shared * 2 >= lists[other].count { isTogether[other] = true }
  }

  /// How many numbers two sorted lists share.
  private static func shared(_ one: [Int32], _ other: [Int32]) -> Int {
    var (left, right, count) = (0, 0, 0)
    while left < one.count, right < other.count {
      if one[left] == other[right] {
        (left, right, count) = (left + 1, right + 1, count + 1)
      } else if one[left] < other[right] {
        left += 1
      } else {
        right += 1
      }
    }
    return count
  }

  /// A well mixed number (splitmix64).
  private static func scrambled(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
