import FieldhouseKit
import Testing

@testable import FieldhouseHTTP

@Suite struct `An error as its caller sees it` {
  private struct Secret: Error {
    let password = "hunter2"
  }

  private static let storage: [(code: StorageError.Code, status: Int, name: String, retry: Int?)] = [
    (StorageError.Code.full, 507, "storage-full", 60), (.unavailable, 503, "storage-unavailable", 5),
    (.timeout, 503, "storage-timeout", 5), (.readOnly, 503, "storage-read-only", 5),
    (.corrupt, 503, "storage-corrupt", 300), (StorageError.Code("storage-file-lost"), 503, "storage-file-lost", 300),
    (StorageError.Code("storage-disk"), 503, "storage-disk", 5), (.constraint, 409, "storage-conflict", nil),
    (.statement, 500, "internal-error", nil), (.columnType, 500, "internal-error", nil),
  ]

  @Test(arguments: storage)
  func `of storage says whether to come again`(code: StorageError.Code, status: Int, name: String, retry: Int?) {
    let problem = Problem(StorageError(code, "/var/lib/secret is broken") as any Error)
    #expect(problem.status == status)
    #expect(problem.code == name)
    #expect(problem.retryAfterSeconds == retry)
    #expect(problem.isOurFault == (status >= 500))
    #expect(!problem.detail.contains("secret"))
  }

  @Test func `is the problem that a handler has thrown`() {
    let thrown = Problem.conflict("taken", "Somebody was quicker.")
    #expect(Problem(thrown as any Error).code == "taken")
    #expect(!Problem(thrown as any Error).isOurFault)
  }

  @Test func `tells nothing of what it does not know`() {
    let problem = Problem(Secret())
    #expect(problem.status == 500 && problem.code == "internal-error" && problem.isOurFault)
    #expect(!String(decoding: ProblemDocument.body(problem, requestID: ""), as: UTF8.self).contains("hunter2"))
  }

  @Test func `is the shutdown when its task was cancelled`() {
    #expect(Problem(CancellationError()).code == "shutting-down")
    #expect(Problem(CancellationError()).status == 503)
  }
}

@Suite struct `The problems that any route may answer` {
  @Test func `have each code with one status and a whole sentence`() {
    var statuses: [String: Int] = [:]
    for problem in GeneralProblems.all {
      #expect(statuses.updateValue(problem.status, forKey: problem.code) ?? problem.status == problem.status)
      #expect(problem.detail.hasSuffix("."), "\(problem.code)")
      #expect((400...599).contains(problem.status))
    }
  }

  @Test func `are documented once, with those of the routes`() throws {
    var route = Route(
      method: .get, path: "/x", summary: "X", access: .everyone, input: .object([]), output: nil, status: 200,
      handler: Route.Handler(plain: { _, _ in RawResponse(status: 200) }))
    route.problems = [Problem(status: 404, code: "x-unknown", detail: "There is no x."), .forbidden()]
    let document = GeneralProblems.document([MountedRoute(owner: "tests", prefix: "/v1/tests", route: route)])
    #expect(document["x-unknown"] == ["status": 404, "detail": "There is no x."])
    #expect(document.object?.count == Set(GeneralProblems.all.map(\.code)).count + 1)
  }
}
