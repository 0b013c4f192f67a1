#include "CCairnCore.h"
