import FieldhouseMachine
import Testing

@Suite struct `An address of the web` {
  @Test(arguments: [
    "http://example.org", "https://example.org/a/b?c=d&e=%20#f", "HTTPS://EXAMPLE.ORG:8443/",
    "https://[2001:db8::1]/", "https://example.org/" + String(repeating: "a", count: 1980),
  ])
  func `is plain`(address: String) { #expect(WebAddress.isPlain(address)) }

  @Test(arguments: [
    "", "example.org", "//example.org", "ftp://example.org", "javascript:alert(1)", "https://", "https:///a",
    "https://me@example.org", "https://me:word@example.org", "https://example.org\\a", "https://example.org/a b",
    "https://exämple.org", "https://example.org/%zz", "https://example.org/\n",
    "https://example.org/" + String(repeating: "a", count: 1981),
  ])
  func `is not what programs read in different ways, names somebody, or is too long`(address: String) {
    #expect(!WebAddress.isPlain(address))
  }
}
