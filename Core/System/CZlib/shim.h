#ifndef FIELDHOUSE_CZLIB_SHIM_H
#define FIELDHOUSE_CZLIB_SHIM_H

#include <zlib.h>

#endif
