#include "CCairnEngine.h"
