/// How many single steps lead from one text to the other: inserting, deleting or replacing a Unicode scalar,
/// or swapping two neighbours (the optimal string alignment distance, after F. J. Damerau, 1964).
public func editDistance(_ first: String, _ second: String) -> Int {
  let a = Array(first.unicodeScalars)
  let b = Array(second.unicodeScalars)
  guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
  var beforePrevious: [Int] = []
  var previous = Array(0...b.count)
  for i in 1...a.count {
    var row = [i]
    for j in 1...b.count {
      let replaced = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
      var best = min(previous[j] + 1, row[j - 1] + 1, replaced)
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, beforePrevious[j - 2] + 1) }
      row.append(best)
    }
    beforePrevious = previous
    previous = row
  }
  return previous[b.count]
}

/// The candidate that was probably meant: the nearest by `editDistance`, ignoring case, if it is within a
/// third of the text's length (at least one step); of equally near ones the first.
///
/// Texts longer than 64 Unicode scalars have no match, which bounds the work that a stranger's text causes.
public func closestMatch(to text: String, in candidates: some Sequence<String>) -> String? {
  let length = text.unicodeScalars.prefix(65).count
  guard length <= 64 else { return nil }
  let allowed = max(1, length / 3)
  let wanted = text.lowercased()
  var best: (name: String, distance: Int)?
  for candidate in candidates where abs(candidate.unicodeScalars.count - length) <= allowed {
    let distance = editDistance(wanted, candidate.lowercased())
    if distance <= allowed, distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.name
}
