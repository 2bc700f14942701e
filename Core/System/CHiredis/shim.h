#ifndef FIELDHOUSE_CHIREDIS_SHIM_H
#define FIELDHOUSE_CHIREDIS_SHIM_H

#include <hiredis/hiredis.h>

#endif
