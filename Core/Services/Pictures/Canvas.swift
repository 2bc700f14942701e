import CPango
import CVips

/// Where a card is drawn. Places are given as for a card that is read from left to right; a mirrored one has them at the
/// other side.
struct Canvas {
  /// A rectangle, in pixels from the top at the side where reading begins.
  struct Box {
    var start: Double
    var top: Double
    var width: Double
    var height: Double
  }

  private let surface: OpaquePointer
  let context: OpaquePointer
  let isMirrored: Bool

  /// - Returns: nil where there is not enough memory.
  init?(isMirrored: Bool) {
    surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(Card.width), Int32(Card.height))
    context = cairo_create(surface)
    self.isMirrored = isMirrored
    guard cairo_status(context) == CAIRO_STATUS_SUCCESS else { return nil }
  }

  /// The left edge of a box.
  func left(_ box: Box) -> Double { isMirrored ? Double(Card.width) - box.start - box.width : box.start }

  func fill(_ box: Box, _ colour: Colour, alpha: Double = 1) {
    cairo_set_source_rgba(context, colour.red, colour.green, colour.blue, alpha)
    cairo_rectangle(context, left(box), box.top, box.width, box.height)
    cairo_fill(context)
  }

  /// The whole ground, darker towards its foot.
  func fill(from top: Colour, to foot: Colour) {
    let pattern = cairo_pattern_create_linear(0, 0, 0, Double(Card.height))
    cairo_pattern_add_color_stop_rgb(pattern, 0, top.red, top.green, top.blue)
    cairo_pattern_add_color_stop_rgb(pattern, 1, foot.red, foot.green, foot.blue)
    cairo_set_source(context, pattern)
    cairo_paint(context)
    cairo_pattern_destroy(pattern)
  }

  /// A picture in a square with round corners; nothing where the bytes are none.
  /// - Parameter isOwn: whether it is the host's logo, which may be an SVG.
  func place(_ picture: [UInt8], in box: Box, corner: Double, isOwn: Bool) -> Bool {
    let (width, height) = (Int32(box.width), Int32(box.height))
    var pixels: UnsafeMutableRawPointer?
    guard !picture.isEmpty,
      fieldhouse_vips_pixels_of(picture, picture.count, width, height, isOwn ? 1 : 0, &pixels) == 0, let pixels
    else { return false }
    defer { g_free(pixels) }
    Self.arrange(pixels.assumingMemoryBound(to: UInt8.self), count: Int(width) * Int(height))
    let stride = width * 4
    let image = cairo_image_surface_create_for_data(
      pixels.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, width, height, stride)
    defer { cairo_surface_destroy(image) }
    cairo_save(context)
    roundedPath(box, corner)
    cairo_clip(context)
    cairo_set_source_surface(context, image, left(box), box.top)
    cairo_paint(context)
    cairo_restore(context)
    return true
  }

  /// Makes red, green, blue and alpha what cairo paints: blue, green and red, each times alpha.
  private static func arrange(_ pixels: UnsafeMutablePointer<UInt8>, count: Int) {
    for pixel in 0..<count {
      let bytes = pixels + pixel * 4
      let alpha = Int(bytes[3])
      let (red, green, blue) = (Int(bytes[0]), Int(bytes[1]), Int(bytes[2]))
      bytes[0] = UInt8(blue * alpha / 255)
      bytes[1] = UInt8(green * alpha / 255)
      bytes[2] = UInt8(red * alpha / 255)
    }
  }

  private func roundedPath(_ box: Box, _ corner: Double) {
    let (left, top) = (left(box), box.top)
    let (right, foot) = (left + box.width, top + box.height)
    cairo_new_sub_path(context)
    cairo_arc(context, right - corner, top + corner, corner, -.pi / 2, 0)
    cairo_arc(context, right - corner, foot - corner, corner, 0, .pi / 2)
    cairo_arc(context, left + corner, foot - corner, corner, .pi / 2, .pi)
    cairo_arc(context, left + corner, top + corner, corner, .pi, .pi * 1.5)
    cairo_close_path(context)
  }

  /// Writes what was drawn to standard output as a PNG.
  func write() -> Bool {
    cairo_surface_flush(surface)
    let status = cairo_surface_write_to_png_stream(
      surface,
      { _, bytes, count in
        guard let bytes, writeOutput(bytes, Int(count)) else { return CAIRO_STATUS_WRITE_ERROR }
        return CAIRO_STATUS_SUCCESS
      }, nil)
    return status == CAIRO_STATUS_SUCCESS
  }
}
