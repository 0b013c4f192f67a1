#include "CCairnMath.h"
