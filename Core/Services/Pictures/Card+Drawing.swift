extension Card {
  private static let margin = 72.0
  private static let foot = 104.0
  /// The colour of the letters at the foot.
  private static let ink = Colour("#17211b") ?? .white

  /// Draws the card and writes it to standard output.
  /// - Returns: the exit code.
  func write() -> Int32 {
    guard let canvas = Canvas(isMirrored: isMirrored) else { return 1 }
    canvas.fill(from: ground, to: ground.dimmed(to: 0.62))
    drawTexts(on: canvas)
    drawFoot(on: canvas)
    return canvas.write() ? 0 : 1
  }

  private func drawTexts(on canvas: Canvas) {
    let whole = Double(Self.width) - 2 * Self.margin
    let bottom = Double(Self.height) - Self.foot - 24
    let square = Canvas.Box(start: Self.margin + whole - 150, top: 60, width: 150, height: 150)
    let hasPicture = canvas.place(picture, in: square, corner: 36, isOwn: false)
    let narrow = hasPicture ? whole - 150 - 40 : whole
    var top = 60.0
    func add(_ text: String, _ lettering: Lettering, width: Double, gap: Double) {
      guard !text.isEmpty, top < bottom else { return }
      let box = Canvas.Box(start: Self.margin, top: top, width: width, height: bottom - top)
      let height = lettering.set(text, in: box, on: canvas)
      if height > 0 { top += height + gap }
    }
    add(label, Lettering(size: 30, alpha: 0.85), width: narrow, gap: 14)
    let isFull = !value.isEmpty || lines.count > 1
    add(title, Lettering(size: isFull ? 58 : 72, isBold: true, lines: isFull ? 2 : 3), width: narrow, gap: 16)
    add(value, Lettering(size: 104, isBold: true), width: whole, gap: 8)
    for line in lines { add(line, Lettering(size: 34, alpha: 0.92), width: whole, gap: 6) }
  }

  /// The host's mark, by which people see where the picture is from.
  private func drawFoot(on canvas: Canvas) {
    let top = Double(Self.height) - Self.foot
    canvas.fill(Canvas.Box(start: 0, top: top, width: Double(Self.width), height: Self.foot), .white)
    let mark = Canvas.Box(start: Self.margin, top: top + 20, width: 64, height: 64)
    let start = canvas.place(logo, in: mark, corner: 14, isOwn: true) ? Self.margin + 84 : Self.margin
    let box = Canvas.Box(
      start: start, top: top + 27, width: Double(Self.width) - Self.margin - start, height: Self.foot - 27)
    _ = Lettering(size: 36, isBold: true, colour: Self.ink).set(site, in: box, on: canvas)
  }
}
