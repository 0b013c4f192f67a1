// Foundation's run loop, which Swift's Foundation for Linux lets nobody wake from another thread.
// CFRunLoopGetCurrent and CFRunLoopWakeUp: Core Foundation, which lies inside libFoundation.
#ifndef CCAIRN_RUN_LOOP_H
#define CCAIRN_RUN_LOOP_H

// The run loop of the calling thread, valid as long as a RunLoop object of it.
void *_Nonnull CCairnRunLoopCurrent(void);

// Makes a run loop that waits look at its blocks. Callable from any thread.
void CCairnRunLoopWakeUp(void *_Nonnull loop);

#endif
