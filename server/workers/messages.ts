/** Message from the supervisor that asks a worker for its metrics. */
export const REPORT_METRICS = 'report metrics'

/** Messages from a worker: a heartbeat, the URL that it serves, or why it cannot serve. */
export type WorkerMessage = typeof HEARTBEAT | { serving: string } | { failed: string }

export const HEARTBEAT = 'beat'
export const HEARTBEAT_MS = 1_000
