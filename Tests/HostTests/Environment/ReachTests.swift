import FieldhouseTestSupport
import Testing

@testable import FieldhouseHost

@Suite struct `A host for tests` {
  private static let settings = `Settings of the host`()

  @Test(
    .tags(.pl89, .wc80),
    arguments: [
      ("+4915112345678", true), ("+49151123456789", false), ("4915112345678", false), ("tess@club.example", true),
      ("TESS@Club.EXAMPLE", true), ("tess@sub.club.example", false), ("tess@notclub.example", false),
      ("club.example", false), ("Ada@Example.org", true), ("bada@example.org", false), ("ada@example.org.evil", false),
      ("", false),
    ])
  func `sends messages to those alone who test, by whatever case their addresses are written in`(
    recipient: String, isReached: Bool
  ) throws {
    let list = "@club.example, ada@example.org,,+4915112345678,"
    let resolver = try Self.settings.resolver(
      environment: ["FIELDHOUSE_ENVIRONMENT": "staging", "FIELDHOUSE_TEST_RECIPIENTS": list])
    #expect(try HostEnvironment(resolver, isPrivate: true).reaches(recipient) == isReached)
    let nobody = try Self.settings.resolver(environment: ["FIELDHOUSE_ENVIRONMENT": "staging"])
    #expect(try !HostEnvironment(nobody, isPrivate: true).reaches(recipient))
    #expect(try HostEnvironment(Self.settings.resolver(), isPrivate: false).reaches(recipient))
  }

  @Test(
    .tags(.pl89, .wc80),
    arguments: [
      ("127.0.0.1:80", nil, true), ("[::1]:80", nil, true), ("localhost:80", nil, true), ("0.0.0.0:80", nil, false),
      (":80", nil, false), ("127.0.0.10:80", nil, false), ("localhost.example:80", nil, false),
      ("unix:/run/host.sock", nil, false), ("127.0.0.1:80", "http://127.0.0.1:80", true),
      ("127.0.0.1:80", "http://[::1]:80", true), ("127.0.0.1:80", "https://localhost", true),
      ("127.0.0.1:80", "https://localhost.example", false),
      ("127.0.0.1:80", "https://user@127.0.0.1@evil.example", false),
      ("127.0.0.1:80", "https://127.0.0.1.evil.example", false), ("0.0.0.0:80", "http://127.0.0.1:80", false),
    ] as [(String, String?, Bool)])
  func `is alone on its machine only where nothing says that others reach it`(
    listen: String, publicURL: String?, isPrivate: Bool
  ) {
    #expect(HostEnvironment.isPrivate(listen, publicURL: publicURL) == isPrivate)
  }
}
