#pragma once
#include <vips/vips.h>

// Swift cannot call functions with variable arguments; these have fixed ones. A result of 0 is success.

// Gets libvips ready for pictures that strangers sent: one thread, no cache, no loader that is not fit for them.
static inline int fieldhouse_vips_start(void) {
  if (VIPS_INIT("fieldhouse-pictures")) return -1;
  vips_concurrency_set(1);
  vips_cache_set_max(0);
  vips_block_untrusted_set(TRUE);
  return 0;
}

// The width times the height of a picture, from its header alone; -1 when it is none.
static inline long long fieldhouse_vips_pixels(const void *bytes, size_t count) {
  VipsImage *picture = vips_image_new_from_buffer(bytes, count, "", NULL);
  if (picture == NULL) return -1;
  long long pixels = (long long)vips_image_get_width(picture) * vips_image_get_height(picture);
  g_object_unref(picture);
  return pixels;
}

// A JPEG of at most edge by edge pixels: upright, in sRGB, on white where it was see-through, without metadata; cut to a square
// around its middle where is_square is not 0. A picture that is cut off is refused: libvips 8.14 looks for fail_on only in the
// loader's own options. The caller frees *out with g_free.
static inline int fieldhouse_vips_shrink(const void *bytes, size_t count, int edge, int quality, int is_square,
                                         void **out, size_t *out_count) {
  VipsImage *small = NULL, *flat = NULL;
  if (is_square) {
    VipsImage *whole = vips_image_new_from_buffer(bytes, count, "", NULL);
    if (whole == NULL) return -1;
    // Nothing is made larger, and what is smaller than the edge is cut to its own shorter side.
    edge = MIN(edge, MIN(vips_image_get_width(whole), vips_image_get_height(whole)));
    g_object_unref(whole);
  }
  if (vips_thumbnail_buffer((void *)bytes, count, &small, edge, "height", edge, "size", VIPS_SIZE_DOWN, "crop",
                            is_square ? VIPS_INTERESTING_CENTRE : VIPS_INTERESTING_NONE, "export_profile", "srgb",
                            "option_string", "fail_on=truncated", NULL)) {
    return -1;
  }
  double white[] = {255, 255, 255};
  VipsArrayDouble *background = vips_array_double_new(white, 3);
  int result = vips_image_hasalpha(small) ? vips_flatten(small, &flat, "background", background, NULL) : 0;
  vips_area_unref(VIPS_AREA(background));
  if (result == 0) {
    result = vips_jpegsave_buffer(flat ? flat : small, out, out_count, "Q", quality, "strip", TRUE,
                                  "optimize_coding", TRUE, NULL);
  }
  if (flat) g_object_unref(flat);
  g_object_unref(small);
  return result;
}

// A picture as width by height pixels of red, green, blue and alpha, cut to that form around its middle. The host's own logo
// may be a drawing (SVG), which no stranger's picture may: it is_own. The caller frees *out with g_free.
static inline int fieldhouse_vips_pixels_of(const void *bytes, size_t count, int width, int height, int is_own,
                                            void **out) {
  VipsImage *small = NULL, *colours = NULL, *opaque = NULL, *bytewise = NULL;
  size_t size = 0;
  int result = -1;
  vips_operation_block_set("VipsForeignLoadSvg", is_own ? FALSE : TRUE);
  if (vips_thumbnail_buffer((void *)bytes, count, &small, width, "height", height, "crop", VIPS_INTERESTING_CENTRE,
                            NULL)) {
    return -1;
  }
  if (vips_colourspace(small, &colours, VIPS_INTERPRETATION_sRGB, NULL) == 0 &&
      (vips_image_hasalpha(colours) ? vips_copy(colours, &opaque, NULL)
                                    : vips_bandjoin_const1(colours, &opaque, 255, NULL)) == 0 &&
      vips_cast(opaque, &bytewise, VIPS_FORMAT_UCHAR, NULL) == 0 && vips_image_get_width(bytewise) == width &&
      vips_image_get_height(bytewise) == height && vips_image_get_bands(bytewise) == 4) {
    *out = vips_image_write_to_memory(bytewise, &size);
    result = *out != NULL && size == (size_t)width * height * 4 ? 0 : -1;
  }
  if (bytewise) g_object_unref(bytewise);
  if (opaque) g_object_unref(opaque);
  if (colours) g_object_unref(colours);
  g_object_unref(small);
  return result;
}
