#ifndef FIELDHOUSE_CQRENCODE_SHIM_H
#define FIELDHOUSE_CQRENCODE_SHIM_H

#include <qrencode.h>

#endif
