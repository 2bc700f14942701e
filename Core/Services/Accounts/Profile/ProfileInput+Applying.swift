internal import FieldhouseKit
internal import Foundation

extension ProfileInput {
  /// Applies the changes to a person.
  /// - Throws: ``Problem`` 422 when the date of birth is not before `today`.
  func apply(to person: inout Person, today: CalendarDay) throws {
    try applyNames(to: &person)
    username.apply(to: &person.username)
    try applyDateOfBirth(to: &person, today: today)
    applyGender(to: &person)
    country.apply(to: &person.country)
    bio.tidied { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.apply(to: &person.bio)
    language.apply(to: &person.language)
    for (name, circle) in visibility {
      if let field = Visibility.Field(rawValue: name) { person.visibility[field] = circle }
    }
  }

  private func applyDateOfBirth(to person: inout Person, today: CalendarDay) throws {
    switch dateOfBirth {
    case .keep: break
    case .clear: person.dateOfBirth = nil
    case .set(let text):
      guard let day = CalendarDay(text), day < today, day.year >= today.year - 150 else {
        throw Problem.invalid("/dateOfBirth", "date-of-birth", Self.dateOfBirthMessage)
      }
      person.dateOfBirth = day
    }
  }

  private func applyGender(to person: inout Person) {
    switch gender {
    case .keep: break
    case .clear: person.gender = nil
    case .set(let text): person.gender = Gender(rawValue: text)
    }
  }
}

extension Change<String> {
  /// The text tidied; an empty one clears the field.
  func tidied(_ tidy: (String) -> String) -> Change<String> {
    guard case .set(let text) = self else { return self }
    let tidied = tidy(text)
    return tidied.isEmpty ? .clear : .set(tidied)
  }
}
