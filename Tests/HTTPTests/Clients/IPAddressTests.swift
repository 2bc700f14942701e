import Testing

@testable import FieldhouseHTTP

@Suite struct `An address of the internet protocol` {
  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"),
    ("::ffff:192.0.2.1", "192.0.2.1"), ("::FFFF:c000:201", "192.0.2.1"), ("::1", "::1"), ("::", "::"),
    ("2001:DB8:0:0:0:0:0:1", "2001:db8::1"), ("fe80::1%eth0", "fe80::1"), ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"),
  ])
  func `is read in every spelling and written in one`(text: String, written: String) {
    #expect(IPAddress(text)?.text == written)
  }

  @Test(arguments: [
    "", "1", "1.2.3", "1.2.3.4.5", "256.0.0.1", "01.2.3.4", "1.2.3.4 ", " 1.2.3.4", "1.2.3.4:80", "[::1]", ":::", "::g",
    "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "12345::", "localhost", "unknown",
  ])
  func `is nothing else`(text: String) {
    #expect(IPAddress(text) == nil)
  }

  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"), ("2001:db8:1:2::", "2001:db8:1:2::"),
    ("::1", "::"), ("::ffff:10.0.0.1", "10.0.0.1"),
  ])
  func `counts as one client with all that share the first 64 bits of IPv6`(text: String, network: String) {
    #expect(IPAddress(text)?.network.text == network)
  }

  @Test(arguments: [
    ("127.0.0.1", true), ("127.255.0.9", true), ("10.1.2.3", true), ("172.16.0.1", true), ("172.31.255.255", true),
    ("172.32.0.1", false), ("192.168.9.9", true), ("169.254.1.1", true), ("100.64.0.1", true), ("100.128.0.1", false),
    ("::1", true), ("fd12::1", true), ("fe80::1", true), ("febf::1", true), ("fec0::1", false), ("8.8.8.8", false),
    ("2001:db8::1", false), ("::ffff:127.0.0.1", true),
  ])
  func `is private or not`(text: String, isPrivate: Bool) {
    #expect(IPAddress(text)?.isPrivate == isPrivate)
  }
}

@Suite struct `Trusted proxies` {
  @Test(arguments: [
    ("10.0.0.0/8", "10.255.1.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("10.9.9.9/8", "10.0.0.1", true),
    ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false), ("192.0.2.0/31", "192.0.2.1", true),
    ("192.0.2.0/31", "192.0.2.2", false), ("0.0.0.0/0", "8.8.8.8", true), ("0.0.0.0/0", "::1", false),
    ("::/0", "::1", true), ("::/0", "8.8.8.8", true), ("2001:db8::/32", "2001:db8:ffff::1", true),
    ("2001:db8::/32", "2001:db9::1", false), ("2001:db8::/65", "2001:db8::7fff:0:0:1", true),
    ("2001:db8::/65", "2001:db8::8000:0:0:1", false), ("::1", "::1", true), ("::1/128", "::2", false),
    ("10.0.0.1, 192.0.2.7 ,::1", "192.0.2.7", true), ("::ffff:10.0.0.0/104", "10.1.1.1", true),
    ("", "127.0.0.1", false),
    ("unix", "127.0.0.1", false),
  ])
  func `are those in the list`(list: String, address: String, isTrusted: Bool) throws {
    let proxies = try TrustedProxies(parsing: list)
    #expect(proxies.contains(try #require(IPAddress(address))) == isTrusted)
  }

  @Test func `on a Unix socket are named by a word`() throws {
    #expect(try TrustedProxies(parsing: "10.0.0.1,unix").contains(peer: nil))
    #expect(try !TrustedProxies(parsing: "10.0.0.1").contains(peer: nil))
    #expect(!TrustedProxies().contains(peer: nil))
  }

  @Test(arguments: [
    "10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/+8", "/8", "10.0.0", "proxy.example", "Unix", "*",
    "10.0.0.0/8/8", "fe80::1%eth0", "10.0.0.1 10.0.0.2", "10.0.0.0/0008",
  ])
  func `that cannot be read are named in the error`(entry: String) throws {
    let error = try #require(throws: TrustedProxiesError.self) { try TrustedProxies(parsing: "127.0.0.1, \(entry)") }
    #expect(error.found == entry)
    #expect(error.description.contains("\"\(entry)\"") && error.description.contains("10.0.0.0/8"))
  }
}
