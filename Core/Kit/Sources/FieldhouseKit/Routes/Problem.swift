/// An error as the interface answers it: RFC 9457 `application/problem+json`.
public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
  /// One mistake in the input.
  public struct Field: Sendable, Hashable {
    /// Where, as a JSON pointer into the body; a parameter is `/name`.
    public var pointer: String
    /// The stable code, e.g. `too-long`.
    public var code: String
    /// The sentence people read.
    public var detail: String
    /// What the sentence says beside the code, by name, such as `least`, `most` and `found`: with these the web app says it in
    /// the language of its reader.
    public var values: [String: JSON]

    /// A mistake without values.
    public init(pointer: String, code: String, detail: String) {
      self.init(pointer: pointer, code: code, detail: detail, values: [:])
    }

    /// A mistake.
    public init(pointer: String, code: String, detail: String, values: [String: JSON]) {
      self.pointer = pointer
      self.code = code
      self.detail = detail
      self.values = values
    }
  }

  /// The HTTP status, 400 to 599.
  public var status: Int
  /// The stable code: lower-case words with hyphens, e.g. `predictions-closed`.
  public var code: String
  /// The sentence people read; exact where the requirements give a text.
  public var detail: String
  /// The mistakes in the input, all of them.
  public var errors: [Field]
  /// After how many seconds trying again makes sense.
  public var retryAfterSeconds: Int?

  /// A problem.
  public init(
    status: Int, code: String, detail: String, errors: [Field] = [], retryAfterSeconds: Int? = nil
  ) {
    self.status = status
    self.code = code
    self.detail = detail
    self.errors = errors
    self.retryAfterSeconds = retryAfterSeconds
  }

  public var description: String { "\(status) \(code): \(detail)" }

  /// 400: the request cannot be understood.
  public static func badRequest(_ code: String, _ detail: String) -> Problem {
    Problem(status: 400, code: code, detail: detail)
  }

  /// 401: sign in first.
  public static func unauthenticated(_ detail: String = "Sign in to do this.") -> Problem {
    Problem(status: 401, code: "unauthenticated", detail: detail)
  }

  /// 401: a token came that opens nothing any more.
  public static func sessionEnded() -> Problem {
    Problem(status: 401, code: "session-ended", detail: "The session has ended; sign in again.")
  }

  /// 403: a guest may not; an account with a number or an address might.
  public static func accountNeeded() -> Problem {
    Problem(status: 403, code: "account-needed", detail: "Sign in with a phone number or e-mail to do this.")
  }

  /// 403: this account may not.
  public static func forbidden(_ detail: String = "You may not do this.") -> Problem {
    Problem(status: 403, code: "forbidden", detail: detail)
  }

  /// 403: the role counts only once the second factor was shown.
  public static func secondFactorRequired() -> Problem {
    Problem(
      status: 403, code: "second-factor-required",
      detail: "Administrators act only with a second factor. Set one up, or enter its code.")
  }

  /// 404: there is no such thing, or not for this account.
  public static func notFound(_ code: String = "not-found", _ detail: String = "There is no such thing.") -> Problem {
    Problem(status: 404, code: code, detail: detail)
  }

  /// 409: not in this state of things.
  public static func conflict(_ code: String, _ detail: String) -> Problem {
    Problem(status: 409, code: code, detail: detail)
  }

  /// 422: the input is understood and refused.
  public static func invalid(_ errors: [Field]) -> Problem {
    Problem(
      status: 422, code: "invalid-input", detail: errors.first?.detail ?? "The input is not valid.", errors: errors)
  }

  /// 422 with one mistake.
  public static func invalid(_ pointer: String, _ code: String, _ detail: String) -> Problem {
    .invalid([Field(pointer: pointer, code: code, detail: detail)])
  }

  /// 429: too often.
  public static func tooMany(_ code: String, _ detail: String, retryAfterSeconds: Int) -> Problem {
    Problem(status: 429, code: code, detail: detail, retryAfterSeconds: retryAfterSeconds)
  }

  /// 503: not now.
  public static func unavailable(_ code: String, _ detail: String, retryAfterSeconds: Int = 1) -> Problem {
    Problem(status: 503, code: code, detail: detail, retryAfterSeconds: retryAfterSeconds)
  }
}
