#pragma once
#include <stddef.h>
#include <stdint.h>

/// The main function of libFuzzer, which -sanitize=fuzzer links.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *data, size_t size));

/// Mutates bytes as libFuzzer does without a custom mutator; returns their new number.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t capacity);
