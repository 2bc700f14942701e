// The parts of libffi that Fieldhouse calls, in a form Swift can import: the type descriptors
// are mutable globals in ffi.h, here they are returned by functions.
#ifndef FIELDHOUSE_CFFI_SHIM_H
#define FIELDHOUSE_CFFI_SHIM_H

#include <ffi.h>

static inline ffi_type *cffi_type_int64(void) { return &ffi_type_sint64; }
static inline ffi_type *cffi_type_double(void) { return &ffi_type_double; }
static inline ffi_type *cffi_type_pointer(void) { return &ffi_type_pointer; }

/// Describes a call once. Returns 0 when libffi accepts the description.
static inline int cffi_prepare(ffi_cif *cif, unsigned int count, ffi_type *result, ffi_type **arguments) {
  return ffi_prep_cif(cif, FFI_DEFAULT_ABI, count, result, arguments) == FFI_OK ? 0 : -1;
}

/// Calls the function at `symbol`; the cif is only read, so that threads may share it.
static inline void cffi_call(ffi_cif *cif, void *symbol, void *result, void **arguments) {
  ffi_call(cif, FFI_FN(symbol), result, arguments);
}

#endif
