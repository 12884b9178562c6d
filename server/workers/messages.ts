/** What a supervisor says to a worker, which answers with what it has counted. */
export const TELL_COUNTS = 'tell counts'

/** What a worker says to its supervisor: that it serves, that its event loop turns still, or why it cannot serve. */
export type WorkerMessage = typeof BEAT | { serving: string } | { failed: string }

export const BEAT = 'beat'
export const BEAT_EVERY_MS = 1_000
