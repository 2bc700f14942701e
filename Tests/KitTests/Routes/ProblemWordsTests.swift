import FieldhouseKit
import Testing

@Suite struct `The words of a problem` {
  @Test(
    arguments: [
      (.unauthenticated(), "401 unauthenticated: Sign in to do this."),
      (.unauthenticated("Show a token."), "401 unauthenticated: Show a token."),
      (.sessionEnded(), "401 session-ended: The session has ended; sign in again."),
      (.accountNeeded(), "403 account-needed: Sign in with a phone number or e-mail to do this."),
      (.forbidden(), "403 forbidden: You may not do this."),
      (.forbidden("Captains only."), "403 forbidden: Captains only."),
      (
        .secondFactorRequired(),
        "403 second-factor-required: Administrators act only with a second factor. Set one up, or enter its code."
      ),
      (.notFound(), "404 not-found: There is no such thing."),
      (.notFound("club-unknown"), "404 club-unknown: There is no such thing."),
      (.invalid([]), "422 invalid-input: The input is not valid."),
      (.invalid("/a", "b", "C."), "422 invalid-input: C."),
      (.badRequest("a", "B."), "400 a: B."), (.conflict("a", "B."), "409 a: B."),
      (.tooMany("a", "B.", retryAfterSeconds: 9), "429 a: B."),
      (.unavailable("a", "B.", retryAfterSeconds: 7), "503 a: B."),
    ] as [(Problem, String)])
  func `are those that the interface promises`(problem: Problem, text: String) {
    #expect("\(problem)" == text)
    #expect(problem.errors.isEmpty == (problem.status != 422 || text.hasSuffix("The input is not valid.")))
    #expect((problem.retryAfterSeconds != nil) == (problem.status == 429 || problem.status == 503))
  }

  @Test func `tell problems apart by every part`() {
    let base = Problem(status: 400, code: "a", detail: "b")
    #expect(base == .badRequest("a", "b") && base.errors.isEmpty && base.retryAfterSeconds == nil)
    var others = Array(repeating: base, count: 5)
    others[0].status = 401
    others[1].code = "c"
    others[2].detail = "d"
    others[3].errors = [Problem.Field(pointer: "", code: "a", detail: "b")]
    others[4].retryAfterSeconds = 0
    #expect(Set(others + [base]).count == 6)
    #expect(Problem.unavailable("a", "b", retryAfterSeconds: 7).retryAfterSeconds == 7)
  }
}

@Suite struct `What belongs to a call` {
  private let person = Account(id: AccountID("p"), kind: .user, name: "P")

  @Test func `is the caller's account, on routes for guests too`() throws {
    for kind in [Account.Kind.guest, .user] {
      var principal = Principal(account: person, session: nil)
      principal.account.kind = kind
      #expect(try RouteProbe.call(by: principal).account.kind == kind)
    }
    let problem = #expect(throws: Problem.self) { try RouteProbe.call().account }
    #expect(problem == .unauthenticated())
  }

  @Test func `a principal has no role unless it is given one`() {
    let principal = Principal(account: person, session: "s")
    #expect(principal.roles.isEmpty && principal.withheldRoles.isEmpty && !principal.isOperator)
    var other = principal
    other.session = nil
    #expect(other != principal)
  }

  @Test func `a cookie is hidden from scripts and from other sites' forms unless told`() {
    let cookie = Cookie("session", "abc", seconds: 60)
    #expect(cookie.path == "/" && cookie.sameSite == .lax && cookie.isHiddenFromScripts)
    #expect(Cookie.SameSite.lax.rawValue == "Lax" && Cookie.SameSite.strict.rawValue == "Strict")
    #expect(cookie != Cookie("session", "abc", path: "/v1", seconds: 60))
    #expect(CookieAnswer(NoContent()).cookies.isEmpty)
  }

  @Test func `a request and an answer hold nothing that was not given`() {
    let request = RawRequest()
    #expect(request.parameters.isEmpty && request.query == nil && request.body.isEmpty && request.contentType == nil)
    let answer = RawResponse(status: 418)
    #expect(answer.contentType == nil && answer.headers.isEmpty && answer.body.isEmpty && answer.cookies.isEmpty)
  }

  @Test func `a method says how it is written and whether it has a body`() {
    let all = [FieldhouseKit.Method.get, .post, .put, .patch, .delete]
    #expect(all.map { "\($0)" } == ["GET", "POST", "PUT", "PATCH", "DELETE"])
    #expect(all.map(\.hasBody) == [false, true, true, true, false])
    #expect(Set(all).count == 5 && FieldhouseKit.Method(name: "PUT") == .put)
  }
}
