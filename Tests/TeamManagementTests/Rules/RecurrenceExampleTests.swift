import FieldhouseTestSupport
import Foundation
import Testing

@testable import TeamManagement

/// The examples of RFC 5545, § 3.8.5.3, each of which begins at nine in the morning in New York.
@Suite struct `A series as RFC 5545 shows it` {
  private func found(_ rule: String, from day: String, most: Int = 400) throws -> [String] {
    let wall = try #require(WallTime.date("\(day)T090000"))
    let rule = try #require(RecurrenceRule(rule), "\(rule)")
    return Recurrence(rule: rule, zone: try Instants.zone("America/New_York")).instants(from: wall, most: most)
      .map(CalendarText.time)
  }

  /// The instants of days at nine, as the RFC lists them: behind the name of the time that clocks show then, and the year.
  private func nine(_ text: String) -> [String] {
    var (hour, year): (String, Substring) = ("", "")
    return text.split(separator: " ").compactMap { word -> String? in
      switch word {
      case "EDT": hour = "T130000Z"
      case "EST": hour = "T140000Z"
      case _ where word > "1231": year = word
      default: return "\(year)\(word)\(hour)"
      }
      return nil
    }
  }

  private static let byDays: [(String, String, String)] = [
    ("FREQ=DAILY;COUNT=10", "19970902", "EDT 1997 0902 0903 0904 0905 0906 0907 0908 0909 0910 0911"),
    (
      "FREQ=DAILY;INTERVAL=2", "19970902",
      """
      EDT 1997 0902 0904 0906 0908 0910 0912 0914 0916 0918 0920 0922 0924 0926 0928 0930 1002 1004 1006 1008 1010 1012 1014 \
      1016 1018 1020 1022 1024 EST 1026 1028 1030 1101 1103 1105 1107
      """
    ),
    ("FREQ=DAILY;INTERVAL=10;COUNT=5", "19970902", "EDT 1997 0902 0912 0922 1002 1012"),
    (
      "FREQ=WEEKLY;COUNT=10", "19970902", "EDT 1997 0902 0909 0916 0923 0930 1007 1014 1021 EST 1028 1104"
    ),
    (
      "FREQ=WEEKLY;UNTIL=19971224T000000Z", "19970902",
      "EDT 1997 0902 0909 0916 0923 0930 1007 1014 1021 EST 1028 1104 1111 1118 1125 1202 1209 1216 1223"
    ),
    (
      "FREQ=WEEKLY;INTERVAL=2;WKST=SU", "19970902",
      "EDT 1997 0902 0916 0930 1014 EST 1028 1111 1125 1209 1223 1998 0106 0120 0203 0217"
    ),
    (
      "FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH", "19970902",
      "EDT 1997 0902 0904 0909 0911 0916 0918 0923 0925 0930 1002"
    ),
    (
      "FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR", "19970901",
      """
      EDT 1997 0901 0903 0905 0915 0917 0919 0929 1001 1003 1013 1015 1017 EST 1027 1029 1031 1110 1112 1114 1124 1126 1128 \
      1208 1210 1212 1222
      """
    ),
    (
      "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH", "19970902",
      "EDT 1997 0902 0904 0916 0918 0930 1002 1014 1016"
    ),
    ("FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", "19970805", "EDT 1997 0805 0810 0819 0824"),
    ("FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", "19970805", "EDT 1997 0805 0817 0819 0831"),
  ]

  private static let byMonths: [(String, String, String)] = [
    (
      "FREQ=MONTHLY;COUNT=10;BYDAY=1FR", "19970905",
      "EDT 1997 0905 1003 EST 1107 1205 1998 0102 0206 0306 0403 EDT 0501 0605"
    ),
    ("FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR", "19970905", "EDT 1997 0905 1003 EST 1107 1205"),
    (
      "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU", "19970907",
      "EDT 1997 0907 0928 EST 1102 1130 1998 0104 0125 0301 0329 EDT 0503 0531"
    ),
    ("FREQ=MONTHLY;COUNT=6;BYDAY=-2MO", "19970922", "EDT 1997 0922 1020 EST 1117 1222 1998 0119 0216"),
    ("FREQ=MONTHLY;BYMONTHDAY=-3", "19970928", "EDT 1997 0928 EST 1029 1128 1229 1998 0129 0226"),
    (
      "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15", "19970902",
      "EDT 1997 0902 0915 1002 1015 EST 1102 1115 1202 1215 1998 0102 0115"
    ),
    (
      "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1", "19970930",
      "EDT 1997 0930 1001 EST 1031 1101 1130 1201 1231 1998 0101 0131 0201"
    ),
    (
      "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15", "19970910",
      "EDT 1997 0910 0911 0912 0913 0914 0915 EST 1999 0310 0311 0312 0313"
    ),
    (
      "FREQ=MONTHLY;INTERVAL=2;BYDAY=TU", "19970902",
      "EDT 1997 0902 0909 0916 0923 0930 EST 1104 1111 1118 1125 1998 0106 0113 0120 0127 0303 0310 0317 0324 0331"
    ),
    ("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "19970902", "EST 1998 0213 0313 1113 EDT 1999 0813 2000 1013"),
    (
      "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13", "19970913",
      "EDT 1997 0913 1011 EST 1108 1213 1998 0110 0207 0307 EDT 0411 0509 0613"
    ),
    ("FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", "19970904", "EDT 1997 0904 1007 EST 1106"),
    (
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2", "19970929",
      "EDT 1997 0929 EST 1030 1127 1230 1998 0129 0226 0330"
    ),
    ("FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5", "20070115", "EST 2007 0115 0130 0215 EDT 0315 0330"),
  ]

  private static let byYears: [(String, String, String)] = [
    (
      "FREQ=YEARLY;COUNT=10;BYMONTH=6,7", "19970610",
      "EDT 1997 0610 0710 1998 0610 0710 1999 0610 0710 2000 0610 0710 2001 0610 0710"
    ),
    (
      "FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3", "19970310",
      "EST 1997 0310 1999 0110 0210 0310 2001 0110 0210 0310 2003 0110 0210 0310"
    ),
    (
      "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200", "19970101",
      "EST 1997 0101 EDT 0410 0719 EST 2000 0101 EDT 0409 0718 EST 2003 0101 EDT 0410 0719 EST 2006 0101"
    ),
    ("FREQ=YEARLY;BYDAY=20MO", "19970519", "EDT 1997 0519 1998 0518 1999 0517"),
    ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "19970512", "EDT 1997 0512 1998 0511 1999 0517"),
    (
      "FREQ=YEARLY;BYMONTH=3;BYDAY=TH", "19970313",
      "EST 1997 0313 0320 0327 1998 0305 0312 0319 0326 1999 0304 0311 0318 0325"
    ),
    (
      "FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8", "19970605",
      "EDT 1997 0605 0612 0619 0626 0703 0710 0717 0724 0731 0807 0814 0821 0828 1998 0604 0611"
    ),
    (
      "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8", "19961105",
      "EST 1996 1105 2000 1107 2004 1102"
    ),
  ]

  private static let all = byDays + byMonths + byYears

  @Test(arguments: all)
  func `has the dates that are listed there`(rule: String, first: String, days: String) throws {
    let (expected, all) = (nine(days), try found(rule, from: first))
    #expect(Array(all.prefix(expected.count)) == expected)
    if rule.contains("COUNT") || rule.contains("UNTIL") { #expect(all.count == expected.count) }
  }

  @Test func `goes on every day, before and after clocks are put back, to the last one that its end allows`() throws {
    let days = try found("FREQ=DAILY;UNTIL=19971224T000000Z", from: "19970902")
    #expect(days.count == 113 && days.last == "19971223T140000Z", "29 + 31 + 30 + 23 days")
    #expect(days[53] == "19971025T130000Z" && days[54] == "19971026T140000Z")
  }

  @Test func `of every day in January for three years is made by two rules`() throws {
    let yearly = "FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA"
    for rule in [yearly, "FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1"] {
      let days = try found(rule, from: "19980101")
      #expect(days.count == 93 && days[31] == "19990101T140000Z")
      #expect(days.first == "19980101T140000Z" && days.last == "20000131T140000Z", "the end is one of them")
    }
  }
}
