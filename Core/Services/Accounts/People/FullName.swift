internal import FieldhouseKit

/// The first and the last name of somebody, and how they follow from a full name.
struct FullName: Sendable, Hashable {
  var given: String?
  var family: String?

  /// A full name as a person gave it, split at its first space.
  init(splitting name: String?) {
    let words = (name ?? "").split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    given = words.first.map(String.init)
    family = words.count > 1 ? String(words[1]) : nil
  }

  init(given: String?, family: String?) { (self.given, self.family) = (given, family) }

  /// Both, the first name first; nil when there is neither.
  var whole: String? {
    let parts = [given, family].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}

extension Person {
  /// The names as they were given apart; as long as they were not, the full name split at its first space.
  var names: FullName {
    givenName == nil && familyName == nil
      ? FullName(splitting: name) : FullName(given: givenName, family: familyName)
  }
}

extension ProfileInput {
  /// Applies what was said of the names. First and last name make the full name where none is said; a full name that is said
  /// alone ends that they were given apart.
  /// - Throws: ``Problem`` 422 `too-long` when both together are longer than a full name may be.
  func applyNames(to person: inout Person) throws {
    let (given, family) = (firstName.tidied(SearchKey.tidy), lastName.tidied(SearchKey.tidy))
    let before = person.names
    name.tidied(SearchKey.tidy).apply(to: &person.name)
    if given.isKept, family.isKept {
      if !name.isKept { (person.givenName, person.familyName) = (nil, nil) }
      return
    }
    var names = name.isKept ? before : FullName(splitting: person.name)
    given.apply(to: &names.given)
    family.apply(to: &names.family)
    (person.givenName, person.familyName) = (names.given, names.family)
    guard name.isKept else { return }
    person.name = names.whole
    guard (person.name ?? "").unicodeScalars.count <= Inputs.longestName else {
      throw Problem.invalid("/lastName", "too-long", Inputs.fullNameMessage)
    }
  }
}
