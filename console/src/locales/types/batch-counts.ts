/** What became of a batch. `unknown`: the device does not say whether it has carried these out. */
export type BatchCounts = { done: number; failed: number; unknown: number }
