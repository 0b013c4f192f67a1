#pragma once

/// Bytes that the program has allocated and not given back.
unsigned long heap_bytes(void);
