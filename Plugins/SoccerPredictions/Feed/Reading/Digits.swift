/// The number that `text` writes in ASCII digits alone; nil otherwise.
func digits(in text: some StringProtocol) -> Int? {
  text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
}
