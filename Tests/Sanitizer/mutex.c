// Lets the thread sanitizer see what the slow path of Swift's `Mutex` orders: it lies in a library that is
// compiled without the sanitizer, and whoever has waited for a lock would seem to race with its last owner.
// Loaded before that library (LD_PRELOAD). See scripts/check/sanitize-threads.sh.
#define _GNU_SOURCE
#include <dlfcn.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

#define HIDDEN __attribute__((visibility("hidden")))
HIDDEN void (*cairn_lock)(void);
HIDDEN void (*cairn_unlock)(void);
HIDDEN void (*cairn_acquire)(void *address);
HIDDEN void (*cairn_release)(void *address);

static void nothing(void *address) { (void)address; }

__attribute__((constructor)) static void find(void) {
  cairn_lock = (void (*)(void))dlsym(RTLD_NEXT, LOCK);
  cairn_unlock = (void (*)(void))dlsym(RTLD_NEXT, UNLOCK);
  cairn_acquire = (void (*)(void *))dlsym(RTLD_DEFAULT, "__tsan_acquire");
  cairn_release = (void (*)(void *))dlsym(RTLD_DEFAULT, "__tsan_release");
  if (!cairn_acquire) cairn_acquire = nothing;
  if (!cairn_release) cairn_release = nothing;
}

#define NAMED(name) ".globl \"" name "\"\n\"" name "\":\n"

// The mutex is Swift's `self`: in r13, or x20. The only argument stays where it is.
#if defined __x86_64__
__asm__(NAMED(LOCK)
        "  pushq %r13\n"
        "  call *cairn_lock(%rip)\n"
        "  movq (%rsp), %rdi\n"
        "  call *cairn_acquire(%rip)\n"
        "  popq %r13\n"
        "  ret\n"
        NAMED(UNLOCK)
        "  pushq %r13\n"
        "  movq %r13, %rdi\n"
        "  call *cairn_release(%rip)\n"
        "  movq (%rsp), %r13\n"
        "  call *cairn_unlock(%rip)\n"
        "  popq %r13\n"
        "  ret\n");
#elif defined __aarch64__
#define CALL(pointer)                       \
  "  adrp x9, " pointer "\n"                \
  "  ldr x9, [x9, :lo12:" pointer "]\n"     \
  "  blr x9\n"
__asm__(NAMED(LOCK)
        "  stp x20, x30, [sp, #-16]!\n"
        CALL("cairn_lock")
        "  ldr x0, [sp]\n"
        CALL("cairn_acquire")
        "  ldp x20, x30, [sp], #16\n"
        "  ret\n"
        NAMED(UNLOCK)
        "  stp x20, x30, [sp, #-16]!\n"
        "  mov x0, x20\n"
        CALL("cairn_release")
        "  ldr x20, [sp]\n"
        CALL("cairn_unlock")
        "  ldp x20, x30, [sp], #16\n"
        "  ret\n");
#else
#error "no shim for this processor"
#endif
