import Testing

@testable import FieldhouseHTTP

@Suite struct `A Host field` {
  @Test(arguments: [
    ("club.example", true), ("club.example:8080", true), ("CLUB.example", true), ("a", true), ("", true), (":80", true),
    ("127.0.0.1:1", true), ("[::1]", true), ("[::1]:8080", true), ("[::ffff:1.2.3.4]:80", true), ("a:", true),
    ("a%20b", true), ("a_b~c!$&'()*+,;=", true), ("a:65535", true), ("a:123456", false), ("a:8o", false),
    ("a:-1", false), ("a:80:80", false), ("a b", false), ("a/b", false), ("a?b", false), ("a#b", false), ("a@b", false),
    ("[::1", false), ("[]", false), ("[::1]x", false), ("[::1]:x", false), ("[g::1]", false), ("größe.example", false),
    ("a\\b", false), ("\"a\"", false), ("<a>", false), ("a\t", false), ("a\u{0}", false), ("::1", false),
  ])
  func `is a name or an address with an optional port`(value: String, isValid: Bool) {
    #expect(HostField.isValid(value[...]) == isValid)
  }

  @Test(arguments: [
    ("club.example", "club.example"), ("Club.Example:8080", "club.example"), ("[::1]", "[::1]"), ("[::A]:80", "[::a]"),
    ("127.0.0.1:80", "127.0.0.1"), ("", ""), (":80", ""), ("a:", "a"),
  ])
  func `names a host without its port, in lower case`(value: String, name: String) {
    #expect(HostField.hostName(of: value[...]) == name)
  }

  @Test func `is made of bytes that a set holds`() {
    let set = ByteSet("az09-~")
    let held = (0...255).filter { set.contains(UInt8($0)) }
    #expect(held == "-09az~".utf8.map(Int.init))
    #expect(!ByteSet("").contains(0))
  }
}
