#ifndef FIELDHOUSE_CPQ_SHIM_H
#define FIELDHOUSE_CPQ_SHIM_H

#include <libpq-fe.h>

#endif
