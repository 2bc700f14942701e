import FieldhouseTestSupport
import Testing

@Suite struct `A test on PostgreSQL` {
  @Test(arguments: [[:], ["FIELDHOUSE_TEST_POSTGRESQL": ""]])
  func `fails with a remedy where no server is named`(environment: [String: String]) throws {
    let missing = try #require(
      throws: TestPostgreSQL.Missing.self, performing: { try TestPostgreSQL.address(in: environment) })
    #expect("\(missing)".contains("FIELDHOUSE_TEST_POSTGRESQL does not name a server. Run `make test`"))
  }

  @Test func `runs on the server that is named`() throws {
    let environment = ["FIELDHOUSE_TEST_POSTGRESQL": "postgresql://localhost/x"]
    #expect(try TestPostgreSQL.address(in: environment) == "postgresql://localhost/x")
  }
}
