import CPango

/// Text as it is set on a card. It is text alone: nothing in it is read as markup.
struct Lettering {
  /// The height of the letters, in pixels.
  var size: Double
  var isBold = false
  /// The most lines; what does not fit ends with an ellipsis.
  var lines = 1
  var colour = Colour.white
  var alpha = 1.0

  private static let families = "Noto Sans, DejaVu Sans, sans-serif"

  /// Sets a text into a box, from its top on. Nothing of it, such as letters with marks towering on them, goes far beyond.
  /// - Returns: the height that it takes, in pixels; 0 for none.
  func set(_ text: String, in box: Canvas.Box, on canvas: Canvas) -> Double {
    guard !text.isEmpty, let layout = pango_cairo_create_layout(canvas.context) else { return 0 }
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    prepare(layout, width: box.width)
    let shown = Self.drawable(text, layout)
    fill(layout, shown, isMirrored: canvas.isMirrored)
    var (width, height): (Int32, Int32) = (0, 0)
    pango_layout_get_pixel_size(layout, &width, &height)
    let left = canvas.left(box)
    cairo_save(canvas.context)
    let spare = size / 5
    cairo_rectangle(canvas.context, left, box.top - spare, box.width, min(Double(height), box.height) + 2 * spare)
    cairo_clip(canvas.context)
    cairo_set_source_rgba(canvas.context, colour.red, colour.green, colour.blue, alpha)
    cairo_move_to(canvas.context, left, box.top)
    pango_cairo_show_layout(canvas.context, layout)
    cairo_restore(canvas.context)
    return shown.isEmpty ? 0 : min(Double(height), box.height)
  }

  private func prepare(_ layout: OpaquePointer, width: Double) {
    let font = pango_font_description_new()
    pango_font_description_set_family(font, Self.families)
    pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
    pango_font_description_set_weight(font, isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
    pango_layout_set_font_description(layout, font)
    pango_font_description_free(font)
    pango_layout_set_width(layout, Int32(width * Double(PANGO_SCALE)))
    pango_layout_set_height(layout, -Int32(lines))
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    pango_layout_set_single_paragraph_mode(layout, 1)
  }

  /// Every text begins where the card is read from, whichever way its own letters run.
  private func fill(_ layout: OpaquePointer, _ text: String, isMirrored: Bool) {
    let runsLeft = Self.runsLeft(text) ?? isMirrored
    pango_context_set_base_dir(pango_layout_get_context(layout), runsLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
    pango_layout_context_changed(layout)
    pango_layout_set_auto_dir(layout, 0)
    pango_layout_set_alignment(layout, isMirrored ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT)
    pango_layout_set_text(layout, text, -1)
  }

  /// Whether a text runs from right to left, as its first letter does; nil without letters.
  private static func runsLeft(_ text: String) -> Bool? {
    text.unicodeScalars.first { $0.properties.isAlphabetic }.map { letter in
      [0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF]
        .contains { $0.contains(letter.value) }
    }
  }

  /// The text without characters for which this machine has no letters.
  private static func drawable(_ text: String, _ layout: OpaquePointer) -> String {
    pango_layout_set_text(layout, text, -1)
    guard pango_layout_get_unknown_glyphs_count(layout) > 0 else { return text }
    var known: [Character: Bool] = [:]
    let rest = text.filter { character in
      if let isKnown = known[character] { return isKnown }
      pango_layout_set_text(layout, String(character), -1)
      let isKnown = pango_layout_get_unknown_glyphs_count(layout) == 0
      known[character] = isKnown
      return isKnown
    }
    return rest.split(separator: " ").joined(separator: " ")
  }
}
