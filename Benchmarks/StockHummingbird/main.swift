import Hummingbird
import Logging

// The reference of the benchmark: a stock server with one route, as its documentation shows it.
let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8080
let router = Router()
router.get("/trivial") { _, _ in
  Response(
    status: .ok, headers: [.contentType: "text/plain; charset=utf-8"], body: .init(byteBuffer: ByteBuffer(string: "ok"))
  )
}
var logger = Logger(label: "stock")
logger.logLevel = .error
let application = Application(
  router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)), logger: logger)
try await application.runService()
