internal import FieldhouseKit

/// Schemas that several inputs share.
enum Inputs {
  /// As it was typed or pasted, marks of direction and all: accounts bring it to its normal form themselves.
  static let email = Schema.string(minLength: 1, maxLength: 254).text(.pasted).withMessage(EmailAddress.invalidMessage)
    .withExample("jane@example.org")
  static let password = Schema.string(minLength: 1, maxLength: PasswordRules.maximumLength).text(.opaque)
    .withMessage("Please enter your password.", for: "required")
    .withMessage("Please enter your password.", for: "too-short")
  static let confirmation = Schema.string(minLength: 1, maxLength: PasswordRules.maximumLength).text(.opaque)
    .withMessage("Please enter the password a second time.", for: "required")
    .withMessage("Please enter the password a second time.", for: "too-short")
  static let linkToken = Schema.string(minLength: 1, maxLength: 100)
  static let code = Schema.string(minLength: 1, maxLength: 20)
  static let keep = Schema.nullable(
    .boolean.described("Takes an account back that is about to be erased (after `account-leaving`)."))
  static let fullName = Schema.string(maxLength: longestName).withMessage(fullNameMessage)

  /// How long a full name is at most, in Unicode scalars.
  static let longestName = 50

  /// The sentence people read when a full name is too long.
  static let fullNameMessage = "Full name cannot be more than 50 characters."
}

struct RegisterInput: RouteInput {
  let name: String
  let username: String?
  let email: String
  let password: String
  let passwordConfirmation: String
  let acceptsTerms: Bool
  let termsVersion: String?
  let privacyVersion: String?
  /// The secret of an invitation link.
  let invitation: String?
  let back: String?

  static var schema: Schema {
    .object(
      [
        ("name", name), ("username", .nullable(Username.schema)), ("email", Inputs.email),
        ("password", Inputs.password), ("passwordConfirmation", Inputs.confirmation), ("acceptsTerms", .boolean),
        ("termsVersion", Agreement.version), ("privacyVersion", Agreement.version),
        ("invitation", .nullable(Inputs.linkToken)), ("back", ReturnPath.schema),
      ], required: ["name", "email", "password", "passwordConfirmation", "acceptsTerms"])
  }

  private static var name: Schema {
    Schema.string(minLength: 1, maxLength: Inputs.longestName).withMessage(Inputs.fullNameMessage, for: "too-long")
      .withMessage("Please enter your name.", for: "required")
      .withMessage("Please enter your name.", for: "too-short")
  }
}

/// The proof of a new e-mail address: address and code, or the secret of the link.
struct VerifyInput: RouteInput {
  let email: String?
  let code: String?
  let token: String?
  /// What the registration answered; shows that the same one confirms.
  let registration: String?
  /// The password of the registration; shows the same.
  let password: String?

  static var schema: Schema {
    .object([
      ("email", Inputs.email), ("code", Inputs.code), ("token", Inputs.linkToken),
      ("registration", .nullable(Inputs.linkToken)), ("password", .nullable(Inputs.password)),
    ])
  }

  /// The input, read.
  /// - Throws: ``Problem`` 422 when neither code nor link is given.
  func confirmation() throws -> Registration.Confirmation {
    if let token { return .link(token) }
    guard let email, let code else {
      throw Problem.invalid("/code", "required", "Send 'email' and 'code', or the 'token' of the link.")
    }
    return .code(code, try EmailAddress(email))
  }
}

/// The answer to a registration, the same whatever becomes of it.
struct Applied: RouteOutput, Decodable {
  let accepted: Bool
  /// Shows at the confirmation that it comes from who registered. Keep it where only the person's own app can read it.
  let registration: String

  init(registration: String) {
    accepted = true
    self.registration = registration
  }
}

/// The answer to a confirmed address.
struct Verified: RouteOutput, Decodable {
  /// Null where the browser keeps it as a cookie.
  let token: String?
  let account: AccountView
  let isNew: Bool
  /// Whether the account has no password yet, since nothing showed who chose the one of the registration.
  let passwordNeeded: Bool

  init(_ arrival: Arrivals.Arrival, token: String?, passwordNeeded: Bool) {
    self.token = token
    account = AccountView(arrival.person.ownAccount)
    isNew = arrival.isNew
    self.passwordNeeded = passwordNeeded
  }

  static var schema: Schema { .derived(from: Self.self).refining("token", .string().secret) }
}

struct LoginInput: RouteInput {
  /// E-mail address, user name or phone number.
  let identifier: String
  let password: String
  /// The second factor, where there is one.
  let code: String?
  let keep: Bool?
  /// What is chosen in place of a password that was mailed (after `password-change-needed`).
  let newPassword: String?
  let newPasswordConfirmation: String?
  let acceptsTerms: Bool?
  let termsVersion: String?
  let privacyVersion: String?
  /// Whether a browser keeps the session after it was closed; it does unless this says no.
  let remember: Bool?

  static var schema: Schema {
    .object(
      [
        ("identifier", .string(minLength: 1, maxLength: 254).text(.pasted)), ("password", Inputs.password),
        ("code", .nullable(Inputs.code)), ("keep", Inputs.keep), ("newPassword", .nullable(Inputs.password)),
        ("newPasswordConfirmation", .nullable(Inputs.confirmation)), ("remember", remember),
      ] + Agreement.inputs, required: ["identifier", "password"])
  }

  private static var remember: Schema {
    .nullable(
      .boolean.described("Whether a browser keeps the session after it was closed; it does unless this is false."))
  }

  func chosen(_ language: String) -> ChosenPassword? {
    newPassword.map {
      ChosenPassword(
        identifier: identifier, password: $0, confirmation: newPasswordConfirmation ?? "",
        agreement: Agreement(acceptsTerms, terms: termsVersion, privacy: privacyVersion), language: language)
    }
  }
}

struct EmailInput: RouteInput {
  let email: String

  static var schema: Schema { .object([("email", Inputs.email)], required: ["email"]) }
}

struct ResetInput: RouteInput {
  let token: String
  let password: String
  let passwordConfirmation: String

  static var schema: Schema {
    .object(
      [
        ("token", Inputs.linkToken), ("password", Inputs.password), ("passwordConfirmation", Inputs.confirmation),
      ], required: ["token", "password", "passwordConfirmation"])
  }
}

struct PasswordChangeInput: RouteInput {
  /// Needed where there is a password already.
  let currentPassword: String?
  let password: String
  let passwordConfirmation: String

  static var schema: Schema {
    .object(
      [
        ("currentPassword", .nullable(Inputs.password)), ("password", Inputs.password),
        ("passwordConfirmation", Inputs.confirmation),
      ], required: ["password", "passwordConfirmation"])
  }
}

/// The answer to what is done later, the same whatever it will be.
struct Accepted: RouteOutput, Decodable {
  let accepted: Bool

  init() { accepted = true }
}
