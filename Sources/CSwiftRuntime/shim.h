// What Swift's runtime exports and its compiler calls, but the language has no words for.
#ifndef SWIFT_DATA_TESTING_CSWIFTRUNTIME_SHIM_H
#define SWIFT_DATA_TESTING_CSWIFTRUNTIME_SHIM_H

/// Retains an object unless its destruction has begun: then the result is null, and nothing is retained.
///
/// The object's memory has to be there still, which an `unowned` reference sees to.
extern void *_Nullable swift_tryRetain(void *_Nonnull object);

#endif
