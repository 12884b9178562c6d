import type { WorkerMessage } from '../../server/workers/messages.ts'

/** A worker that reports that it serves, and blocks its event loop for good. */
const block = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)

process.send?.({ serving: 'http://127.0.0.1' } satisfies WorkerMessage, block)
