@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `What a contact of a phone may be kept as` {
  /// A number without a country's code is one of the asker's country: with its 0 in front or without it, as in Italy.
  @Test(
    .tags(.pl39),
    arguments: [
      ("+49 151 1234567", "FR", ["491511234567"]), ("0049 (0)151 1234567", "FR", ["491511234567"]),
      ("0151 1234567", "DE", ["491511234567", "4901511234567", "01511234567"]),
      ("06 1234 5678", "IT", ["39612345678", "390612345678", "0612345678"]),
      ("(212) 555-0123", "US", ["12125550123", "12125550123", "2125550123"]),
      ("0151 1234567", nil, ["01511234567"]), ("0151 1234567", "XX", ["01511234567"]),
      ("Jane@EXAMPLE.org", "DE", ["jane@example.org"]), ("not@", "DE", []), ("1234567", "DE", []), ("mum", "DE", []),
      ("", "DE", []),
    ] as [(String, String?, [String])])
  func `is an address, or a number as each country writes it`(contact: String, country: String?, values: [String]) {
    #expect(Contacts.values(of: contact, country: country) == values)
  }
}

@Suite struct `A one-time code as it is typed` {
  @Test(
    .tags(.pl4),
    arguments: [
      ("123456", "123456"), (" 123 456 ", "123456"), ("123-456", "123456"), ("１２３４５６", "123456"),
      ("١٢٣٤٥٦", "123456"), ("۱۲۳۴۵۶", "123456"), ("१२३४५६", "123456"), ("12345a", "12345a"), ("", ""), ("- -", ""),
      ("007007", "007007"),
    ])
  func `is its digits, of whatever script and in whatever pieces`(typed: String, digits: String) {
    #expect(OneTimeCode.normalized(typed) == digits)
  }

  @Test(.tags(.pl11), arguments: [(0, 6), (4, 6), (6, 6), (8, 8)])
  func `has at least six digits`(wanted: Int, count: Int) {
    for _ in 0..<50 {
      let code = OneTimeCode.random(digits: wanted)
      #expect(code.count == count && code.allSatisfy { ("0"..."9").contains($0) })
    }
  }
}
