internal import FieldhouseKit

/// What a password must be like: long, and none that everybody guesses first. Nothing is asked of its composition.
struct PasswordRules: Sendable {
  /// The most characters taken.
  static let maximumLength = 256

  /// The fewest characters.
  let minimumLength: Int

  /// The mistakes of a new password that was entered twice.
  /// - Parameter personal: words an attacker tries first: e-mail address, name, user name.
  func mistakes(of password: String, confirmation: String, personal: [String]) -> [Problem.Field] {
    var mistakes: [Problem.Field] = []
    if password.count < minimumLength {
      let detail = "The password must have at least \(minimumLength) characters."
      mistakes.append(Problem.Field(pointer: "/password", code: "password-too-short", detail: detail))
    } else if CommonPasswords.contains(password) || Self.isPersonal(password, personal) {
      let detail = "This password is easy to guess. Choose another one."
      mistakes.append(Problem.Field(pointer: "/password", code: "password-common", detail: detail))
    }
    if password != confirmation {
      let detail = "The two passwords do not match."
      mistakes.append(Problem.Field(pointer: "/passwordConfirmation", code: "password-mismatch", detail: detail))
    }
    return mistakes
  }

  private static func isPersonal(_ password: String, _ words: [String]) -> Bool {
    let folded = SearchKey.fold(password)
    return words.contains { word in
      let word = SearchKey.fold(word)
      return !word.isEmpty && (folded == word || folded == String(word.reversed()))
    }
  }
}
