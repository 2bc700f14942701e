import FieldhouseTestSupport
import Testing

@testable import FitnessChallenges

@Suite struct `A document of XML` {
  /// The title of a track in which the element of the name is written so.
  private static func title(_ element: String) -> String? {
    let file = ImportSamples.gpx("<trk>\(element)\(ImportSamples.segment())</trk>")
    for pieces in [1, 5] {
      let outcome = ImportSamples.read(Array(file.utf8), pieces: pieces)
      guard outcome.tracks.first?.title == ImportSamples.read(file).tracks.first?.title else { return "differs" }
    }
    return ImportSamples.read(file).tracks.first?.title
  }

  private static func code(_ text: String) -> String? { ImportSamples.read(text).refusal?.code }

  @Test(arguments: [
    ("<name>a &lt; b &gt; c &amp;amp; &quot;d&quot; &apos;e&apos;</name>", "a < b > c &amp; \"d\" 'e'"),
    ("<name>&#65;&#x42;&#x1F6B6;&#233;</name>", "AB🚶é"),
    ("<name><![CDATA[<b>&amp;]] ></b>]]></name>", "<b>&amp;]] ></b>"),
    ("<name>one<!-- not <this> --> two<?target not this?> three</name>", "one two three"),
    ("<name\n >spaced</name\t>", "spaced"), ("<g:name xmlns:g='urn:g'>prefixed</g:name>", "prefixed"),
    ("<name a='1>2' b=\"it's\">quoted</name>", "quoted"), ("<name/>", ""),
    ("<name>  in\n\t one  line </name>", "in one line"),
    ("<name>a&#x7f;b&#13;c</name>", "a b c"), ("<name>ערב 走る בוקר</name>", "ערב 走る בוקר"),
    ("<name>lost<b>inner</b>kept</name>", "kept"), ("<desc><name>deeper</name></desc>", ""),
  ])
  func `has its texts as they are meant`(element: String, title: String) {
    #expect(Self.title(element) == title)
  }

  @Test func `has attributes in either quotes, with entities and space around the sign`() {
    let file = ImportSamples.gpx(
      """
      <trk><trkseg><trkpt lon = '1&#49;' lat="&#52;8.&#x31;" extra=""/><trkpt\tx:lat="48.2" x:lon="11"\n></trkpt></trkseg></trk>
      """)
    let outcome = ImportSamples.read(file)
    #expect(outcome.tracks.first?.track.shape == [Place(48.1, 11), Place(48.2, 11)].compactMap(\.self))
  }

  @Test func `may begin with a declaration, a type with much in it, comments and space`() {
    let head = """
      <?xml version="1.0" standalone='yes'?>
      <!-- <gpx> -->
      <!DOCTYPE gpx PUBLIC "-//a > b//" 'http://example.com/"gpx".dtd' [
        <!ELEMENT gpx (trk*)> <!ATTLIST gpx version CDATA ">"> <!-- ]> ' --> <!NOTATION n SYSTEM "]>">
      ]  >
      <?style none?>

      """
    let file = ImportSamples.gpx("<trk>\(ImportSamples.segment())</trk>", head: head) + "\n<!-- end --> \n"
    for pieces in [1, 9, 1 << 16] {
      let outcome = ImportSamples.read(Array(file.utf8), pieces: pieces)
      #expect(outcome.tracks.count == 1 && outcome.refusal == nil, "\(outcome.refusal?.detail ?? "")")
    }
  }

  @Test func `is 100 elements deep at most`() {
    func file(_ depth: Int) -> String {
      let (open, close) = (String(repeating: "<a>", count: depth), String(repeating: "</a>", count: depth))
      return "<gpx>\(open)\(close)<trk>\(ImportSamples.segment())</trk></gpx>"
    }
    #expect(Self.code(file(99)) == nil)
    #expect(Self.code(file(100)) == "xml-deep")
  }

  @Test func `has pieces of a megabyte at most, however many there are`() {
    let long = String(repeating: "x", count: 1 << 20)
    func file(_ text: String) -> String {
      ImportSamples.gpx("<desc>\(text)</desc><trk>\(ImportSamples.segment())</trk>")
    }
    #expect(Self.code(file(long)) == nil)
    #expect(Self.code(file(long + "x")) == "xml-piece-long")
    let parts = "<![CDATA[\(long.prefix(600_000))]]>\(long.dropFirst(600_000))"
    #expect(Self.code(file(parts)) == nil)
    #expect(Self.code(file(parts + "x")) == "xml-piece-long", "together, too")
    let many = String(repeating: "<b>\(long.prefix(200_000))</b>", count: 6)
    #expect(Self.code(ImportSamples.gpx("\(many)<trk>\(ImportSamples.segment())</trk>")) == nil)
  }

  @Test(arguments: [
    "<trk a></trk>", "<trk a=></trk>", "<trk a=\"1\" \"2\"></trk>", "<trk a='1></trk>", "< trk></trk>", "<></>",
    "</trk>", "<trk></tr>", "<trk></trk></gpx><x>", "<!ELEMENT a (b)>", "<trk =\"1\"/>",
  ])
  func `is refused where it is none`(inside: String) {
    #expect(Self.code(ImportSamples.gpx(inside)) == "xml-malformed", "\(inside)")
  }

  @Test(arguments: ["&nbsp;", "&;", "& ", "&#xZ;", "&#xD800;", "&#1114112;", "&#7;", "&amp", "&verylongname;"])
  func `is refused where it names what XML does not have`(entity: String) {
    #expect(Self.code(ImportSamples.gpx("<trk><name>\(entity)</name></trk>")) == "xml-entity")
    #expect(Self.code(ImportSamples.gpx("<trk a=\"\(entity)\"/>")) == "xml-entity", "in an attribute, too")
  }

  @Test func `has nothing but space and comments outside of its first element`() {
    let good = ImportSamples.gpx("<trk>\(ImportSamples.segment())</trk>")
    #expect(Self.code("  \n<!-- a -->" + good + "<?b?>\r\n") == nil)
    for text in [good + "x<", good + "<![CDATA[x]]>", "x" + good, good + good] {
      #expect(Self.code(text) == "xml-malformed")
    }
    #expect(Self.code(good + "<!-- open") == "file-cut" && Self.code(good + " x") == "file-cut")
  }
}
