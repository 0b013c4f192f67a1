#pragma once

/// Returns the bytes that the program has allocated and not freed.
unsigned long heap_bytes(void);
