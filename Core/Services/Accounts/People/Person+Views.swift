internal import FieldhouseKit

extension Person {
  /// The default pictures, shown where a person has none.
  enum DefaultPicture {
    static let male = "/images/person-male.svg"
    static let female = "/images/person-female.svg"
    static let logo = "/images/logo.svg"
  }

  /// The name to show to somebody in `circle`.
  func shownName(to circle: Visibility.Circle) -> String {
    guard let name, visibility.shows(.name, to: circle) else { return generatedName }
    return name
  }

  /// The user name to show to somebody in `circle`, if any.
  func shownUsername(to circle: Visibility.Circle) -> String? {
    visibility.shows(.username, to: circle) ? username : nil
  }

  /// The picture to show: the uploaded one, else one for the gender, else the logo.
  func shownPicture(to circle: Visibility.Circle) -> String {
    if let picture, visibility.shows(.picture, to: circle) { return address(of: picture) }
    return visibility.shows(.gender, to: circle) ? genderPicture : DefaultPicture.logo
  }

  /// The picture its owner sees.
  var ownPicture: String { picture.map(address) ?? genderPicture }

  /// Where an uploaded picture is fetched, by those who may see it now.
  private func address(of picture: String) -> String { "/v1/people/\(id.text)/picture/\(picture)" }

  private var genderPicture: String {
    switch gender {
    case .male: DefaultPicture.male
    case .female: DefaultPicture.female
    case .other, .undisclosed, nil: DefaultPicture.logo
    }
  }

  /// What everybody may see.
  var publicAccount: Account { account(shownTo: .everyone) }

  /// What somebody in `circle` may see.
  func account(shownTo circle: Visibility.Circle) -> Account {
    Account(
      id: id, kind: kind, name: shownName(to: circle), username: shownUsername(to: circle),
      country: visibility.shows(.country, to: circle) ? country : nil, picture: shownPicture(to: circle))
  }

  /// What the person sees of itself.
  var ownAccount: Account {
    Account(
      id: id, kind: kind, name: name ?? generatedName, username: username, country: country, picture: ownPicture)
  }
}
