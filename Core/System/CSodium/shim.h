#ifndef FIELDHOUSE_CSODIUM_SHIM_H
#define FIELDHOUSE_CSODIUM_SHIM_H

#include <sodium.h>

#endif
