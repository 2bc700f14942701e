/// A number with its noun, as people read it: `1 event`, `2 events`.
/// - Parameter plural: where it is not the noun with an s.
public func counted(_ number: some BinaryInteger, _ noun: String, plural: String? = nil) -> String {
  "\(number) \(number == 1 ? noun : plural ?? noun + "s")"
}
