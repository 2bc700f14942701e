import FieldhouseKit
import Testing

@Suite struct `What is told of a fault in a text` {
  @Test(
    arguments: [
      ("\u{0}", .line, "text-control: Character 1 is U+0000, a control character; remove it."),
      ("ab\u{7F}", .opaque, "text-control: Character 3 is U+007F, a control character; remove it."),
      ("é\u{9F}", .pasted, "text-control: Character 2 is U+009F, a control character; remove it."),
      ("a\nb", .line, "text-control: Character 2 is U+000A, a control character; remove it."),
      ("a\u{2029}", .line, "text-control: Character 2 is U+2029, a control character; remove it."),
      ("👩\u{FFFE}", .lines, "text-noncharacter: Character 2 is U+FFFE, which is no character; remove it."),
      ("\u{10FFFF}", .opaque, "text-noncharacter: Character 1 is U+10FFFF, which is no character; remove it."),
      ("\u{1FFFE}", .pasted, "text-noncharacter: Character 1 is U+1FFFE, which is no character; remove it."),
      ("a\u{AD}b", .line, "text-invisible: Character 2 is U+00AD, which cannot be seen; remove it."),
      ("ab\u{E0001}", .lines, "text-invisible: Character 3 is U+E0001, which cannot be seen; remove it."),
      ("a\u{200F}", .line, "text-invisible: Character 2 is U+200F, which cannot be seen; remove it."),
    ] as [(String, Schema.TextForm, String)])
  func `is which character of how many, and never the text`(text: String, form: Schema.TextForm, told: String)
    async throws
  {
    #expect(try await FourForms.mistake(text, form) == told)
  }

  @Test func `is the first of several`() async throws {
    #expect(try await FourForms.mistake("a\u{200B}\u{0}", .line)?.contains("Character 2 is U+200B") == true)
    #expect(try await FourForms.mistake("a\u{0}\u{200B}", .line)?.contains("Character 2 is U+0000") == true)
  }

  @Test func `counts what was sent, also the line ends that are made one character`() async throws {
    #expect(try await FourForms.mistake("a\r\nb\u{0}", .lines)?.contains("Character 5 is U+0000") == true)
    #expect(try await FourForms.mistake("\r\n\r\n\r", .lines)?.contains("Character 5 is U+000D") == true)
    #expect(try await FourForms.mistake("👨\u{200D}👩\u{0}", .line)?.contains("Character 4 is U+0000") == true)
  }

  @Test func `is how many marks follow each other, from 31 on`() async throws {
    func marks(_ count: Int) -> String { String(repeating: "\u{35D}", count: count) }
    for form in [Schema.TextForm.line, .lines, .pasted] {
      #expect(try await FourForms.mistake("a" + marks(30), form) == nil)
      #expect(try await FourForms.mistake(marks(30) + "a" + marks(30), form) == nil)
      #expect(
        try await FourForms.mistake("ab" + marks(31), form)
          == "text-marks: More than 30 combining marks follow each other up to character 33.")
    }
    #expect(try await FourForms.mistake("a" + marks(60), .opaque) == nil)
  }

  @Test func `is nothing for what many scripts need`() async throws {
    let names = [
      "Ngô Đình Diệm", "Ólafur Þór", "Σωκράτης", "Дмитрий", "שָׁלוֹם", "مُحَمَّد", "نامه\u{200C}ای", "क्\u{200D}ष",
      "ශ්\u{200D}රී", "தமிழ்",
      "ไทย", "ភាសាខ្មែរ", "အောင်ဆန်း", "ქართული", "አማርኛ", "한국어", "さくら", "カタカナ", "❤\u{FE0F}", "1\u{FE0F}\u{20E3}", "👍🏽", "🇩🇪",
      "👩🏽\u{200D}🚀", "🏳\u{FE0F}\u{200D}🌈", "葛\u{E0100}", "辻\u{FE00}", "½ × 3 = 1½", "¿Qué? — “Sí”…", "naïve ﬁ",
    ]
    for name in names {
      for form in Schema.TextForm.allCases {
        #expect(try await FourForms.mistake(name, form) == nil, "\(name) \(form)")
      }
    }
  }

  @Test(
    arguments: [
      "\u{202E}drow", "a\u{2066}b\u{2069}", "Jane\u{3164}", "\u{115F}", "Ann\u{2060}e", "a\u{FE0F}", "👩\u{200D}",
      "\u{200D}👩", "क\u{200D}", "1\u{20E3}\u{FE0F}", "x\u{FE00}", "日\u{FE0F}", "日\u{180B}", "ᠮ\u{FE00}",
      "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}", "🏴\u{E007F}", "ab\u{2064}",
    ])
  func `is that it cannot be seen, where it shapes nothing`(text: String) async throws {
    for form in [Schema.TextForm.line, .lines] {
      #expect(try await FourForms.mistake(text, form)?.hasPrefix("text-invisible: ") == true)
    }
    for form in [Schema.TextForm.pasted, .opaque] { #expect(try await FourForms.got(text, form) == text) }
  }
}
