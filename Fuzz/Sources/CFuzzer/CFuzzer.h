#pragma once
#include <stddef.h>
#include <stdint.h>

/// The main function of libFuzzer, which -sanitize=fuzzer links.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *data, size_t size));
