// Elementary functions as compiler builtins, so that the core imports no C library.
#ifndef CCAIRNMATH_H
#define CCAIRNMATH_H

static inline double cairn_sin(double x) { return __builtin_sin(x); }
static inline double cairn_cos(double x) { return __builtin_cos(x); }
static inline double cairn_copysign(double x, double y) { return __builtin_copysign(x, y); }
static inline double cairn_tan(double x) { return __builtin_tan(x); }
static inline double cairn_atan(double x) { return __builtin_atan(x); }
static inline double cairn_atan2(double y, double x) { return __builtin_atan2(y, x); }
static inline double cairn_asin(double x) { return __builtin_asin(x); }
static inline double cairn_exp(double x) { return __builtin_exp(x); }
static inline double cairn_log(double x) { return __builtin_log(x); }
static inline double cairn_hypot(double x, double y) { return __builtin_hypot(x, y); }
static inline double cairn_cbrt(double x) { return __builtin_cbrt(x); }
static inline double cairn_floor(double x) { return __builtin_floor(x); }
static inline double cairn_round(double x) { return __builtin_round(x); }
static inline double cairn_fmod(double x, double y) { return __builtin_fmod(x, y); }

#endif
