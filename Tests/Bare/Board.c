// A bare Cortex-M4: QEMU's mps2-an386, which has 4 MiB of code memory at 0, 4 MiB of RAM at 0x20000000,
// 16 MiB more at 0x21000000 and the peripherals of Arm's Cortex-M System Design Kit. No operating system; of
// newlib only malloc, the memory functions and libm.
//
// Source: Arm DAI0386 (AN386), DDI0479 (CMSDK), DUI0471 (semihosting), DDI0403 (Armv7-M).
#include "Board.h"

#include <malloc.h>
#include <stddef.h>
#include <string.h>

void replay(void);

// MARK: - Registers

typedef struct {
  volatile uint32_t data, state, control, interrupt, divider;
} Serial;
typedef struct {
  volatile uint32_t control, value, reload, interrupt;
} Timer;

#define OUTPUT ((Serial *)0x40004000)   // UART 0: what the host prints too
#define FIGURES ((Serial *)0x40005000)  // UART 1: what only a machine can say
#define TIMER ((Timer *)0x40000000)     // counts down at 25 MHz
#define COPROCESSOR_ACCESS (*(volatile uint32_t *)0xE000ED88)

// QEMU loads the capture there: its length, then its bytes.
#define CAPTURE_LENGTH (*(const volatile uint32_t *)0x21000000)
#define CAPTURE ((const uint8_t *)0x21000010)

// From the linker script.
extern uint8_t data_start[], data_end[], data_load[], bss_start[], bss_end[];
extern uint8_t heap_start[], heap_end[], stack_start[], stack_end[];

const uint8_t *board_capture(void) { return CAPTURE; }

size_t board_capture_size(void) { return CAPTURE_LENGTH; }

// MARK: - Output

static void send(Serial *port, uint8_t byte) {
  while (port->state & 1) {}  // the transmitter is full
  port->data = byte;
}

void board_put(uint8_t byte) { send(OUTPUT, byte); }

static void say(const char *text) {
  for (; *text; text++) send(FIGURES, (uint8_t)*text);
}

static void say_number(const char *name, uint64_t value) {
  char digits[21];
  char *first = digits + sizeof digits;
  *--first = 0;
  do *--first = (char)('0' + value % 10);
  while (value /= 10);
  say(name);
  say(" ");
  say(first);
  say("\n");
}

// MARK: - The end

_Noreturn static void leave(uint32_t status) {
  // SYS_EXIT_EXTENDED with ADP_Stopped_ApplicationExit: QEMU exits with this status.
  const uint32_t block[2] = {0x20026, status};
  register uint32_t operation __asm__("r0") = 0x20;
  register const uint32_t *argument __asm__("r1") = block;
  __asm__ volatile("bkpt #0xab" : "+r"(operation) : "r"(argument) : "memory");
  for (;;) {}
}

// A trap of Swift is an undefined instruction, which ends here like every other fault.
static void fault(void) {
  say("fault\n");
  leave(70);
}

// MARK: - What Embedded Swift expects of its surroundings

uintptr_t __stack_chk_guard = 0x5AFE57AC;

_Noreturn void __stack_chk_fail(void) {
  say("stack overwritten\n");
  leave(71);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  *result = memalign(alignment, size);
  return *result ? 0 : 12;  // ENOMEM
}

// Seeds hashing, which here had better be the same in every run.
void arc4random_buf(void *bytes, size_t count) { memset(bytes, 0x5A, count); }

// libgcc's division names the unwinder, of which nothing is needed here.
void __aeabi_unwind_cpp_pr0(void) {}

// MARK: - What newlib's malloc expects

static uint8_t *heap_top = heap_start;
static uint8_t *heap_highest = heap_start;

void *_sbrk(ptrdiff_t increment) {
  if (increment > heap_end - heap_top) {
    say("out of memory\n");
    leave(72);
  }
  uint8_t *before = heap_top;
  heap_top += increment;  // malloc also gives back
  if (heap_top > heap_highest) heap_highest = heap_top;
  return before;
}

// MARK: - Start

static const uint32_t untouched = 0xA5A5A5A5;

static void run(void) {
  OUTPUT->divider = FIGURES->divider = 217;  // 115,200 baud at 25 MHz
  OUTPUT->control = FIGURES->control = 1;
  TIMER->reload = TIMER->value = UINT32_MAX;
  TIMER->control = 1;

  replay();

  const uint32_t ticks = UINT32_MAX - TIMER->value;
  const uint32_t *deepest = (const uint32_t *)stack_start;
  if (*deepest != untouched) {
    say("stack overflow\n");
    leave(73);
  }
  while (*deepest == untouched) deepest++;
  // With `-icount shift=0` an instruction lasts a nanosecond, a tick 40.
  say_number("instructions", (uint64_t)ticks * 40);
  say_number("heap", (uint64_t)(heap_highest - heap_start));
  say_number("stack", (uint64_t)(stack_end - (const uint8_t *)deepest));
  leave(0);
}

void reset(void) {
  COPROCESSOR_ACCESS |= 0xFu << 20;  // the compiler may use the floating-point registers
  __asm__ volatile("dsb\n\tisb");
  uint32_t *own = (uint32_t *)__builtin_frame_address(0) - 32;  // spares the frame of this function
  for (uint32_t *word = (uint32_t *)stack_start; word < own; word++) *word = untouched;
  memcpy(data_start, data_load, (size_t)(data_end - data_start));
  memset(bss_start, 0, (size_t)(bss_end - bss_start));
  run();
}

// Stack pointer, reset, NMI, hard fault, then the faults that can be told apart.
__attribute__((section(".vectors"), used)) static void *const vectors[] = {
  stack_end, reset, fault, fault, fault, fault, fault,
};
