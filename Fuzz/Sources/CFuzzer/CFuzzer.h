#pragma once
#include <stddef.h>
#include <stdint.h>

/// The main function of libFuzzer, which -sanitize=fuzzer links.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *data, size_t size));

/// Changes bytes as libFuzzer does without a mutator of its own; returns how many there are afterwards.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t capacity);

/// Declared for GNU only by <sys/mman.h>.
int memfd_create(const char *name, unsigned int flags);
