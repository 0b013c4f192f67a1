#include "CCairnRunLoop.h"

void *CFRunLoopGetCurrent(void);
void CFRunLoopWakeUp(void *loop);

void *CCairnRunLoopCurrent(void) { return CFRunLoopGetCurrent(); }

void CCairnRunLoopWakeUp(void *loop) { CFRunLoopWakeUp(loop); }
