import FieldhouseHTTP
import Foundation
import NIOCore
import Testing

@Suite struct `A listener takes its socket from where it is told` {
  @Test(arguments: [
    ("127.0.0.1:8080", ListenAddress.tcp(host: "127.0.0.1", port: 8080)),
    ("[::1]:0", .tcp(host: "::1", port: 0)), (":80", .tcp(host: "::", port: 80)),
    ("/run/f.sock", .unix(path: "/run/f.sock")), ("unix:/run/f.sock", .unix(path: "/run/f.sock")),
  ])
  func `an address is read`(text: String, expected: ListenAddress) throws {
    #expect(try ListenAddress(parsing: text) == expected)
  }

  @Test(arguments: ["", "localhost", "localhost:", "localhost:65536", "localhost:-1", "unix:f.sock"])
  func `a wrong address says what was expected`(text: String) throws {
    let error = try #require(throws: ListenAddressError.self) { try ListenAddress(parsing: text) }
    #expect(error.code == "http.address-invalid")
    #expect(error.description.contains("\"\(text)\"") && error.description.contains("host:port"))
  }

  @Test func `systemd passes descriptors from 3 on to the process it names`() {
    let environment = ["LISTEN_PID": "42", "LISTEN_FDS": "2"]
    #expect(InheritedSocket.systemd(environment: environment, processIdentifier: 42) == [3, 4])
    #expect(InheritedSocket.systemd(environment: environment, processIdentifier: 43) == [])
    #expect(InheritedSocket.systemd(environment: ["LISTEN_PID": "42", "LISTEN_FDS": "x"], processIdentifier: 42) == [])
    #expect(InheritedSocket.systemd(environment: [:], processIdentifier: 42) == [])
  }

  @Test func `an inherited socket outlives the listener that used it`() async throws {
    let socket = try ListeningSocket(opening: .tcp(host: "127.0.0.1", port: 0))
    defer { socket.close() }
    for _ in 0..<2 {
      let listener = try await RunningListener(.init(address: socket.duplicated())) { _ in .text("ok") }
      #expect(listener.port == socket.port)
      let reply = try await offPool { try RawClient(port: listener.port).ask("GET / HTTP/1.0\r\n\r\n") }
      #expect(reply.text == "ok")
      try await listener.shutDown()
    }
  }

  @Test(arguments: [true, false])
  func `a Unix socket is served, opened here or inherited`(isInherited: Bool) async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sock").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let address = ListenAddress.unix(path: path)
    let listener = try await RunningListener(
      .init(address: isInherited ? .inherited(descriptor: ListeningSocket(opening: address).descriptor) : address)
    ) { request in .text(request.remoteHost ?? "none") }
    let reply = try await offPool {
      try RawClient(address: SocketAddress(unixDomainSocketPath: path)).ask("GET / HTTP/1.0\r\n\r\n")
    }
    #expect(reply.status == 200)
    #expect(reply.text == "none")
    try await listener.shutDown()
  }

  @Test func `a file that is not a socket is not replaced by one`() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).txt").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try "kept".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: IOError.self) { _ = try ListeningSocket(opening: .unix(path: path)) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "kept")
  }

  @Test func `an address in use is an error of the run`() async throws {
    let socket = try ListeningSocket(opening: .tcp(host: "127.0.0.1", port: 0))
    defer { socket.close() }
    let address = ListenAddress.tcp(host: "127.0.0.1", port: try #require(socket.port))
    let listener = Listener(configuration: .init(address: address), responder: ClosureResponder { _ in .text("ok") })
    await #expect(throws: IOError.self) { try await listener.run() }
  }
}
