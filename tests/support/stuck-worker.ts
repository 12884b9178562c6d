import type { WorkerMessage } from '../../server/workers/launch-worker.ts'

/** A worker that reports that it serves, then blocks its event loop forever. */
const block = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)

process.send?.({ serving: 'http://127.0.0.1' } satisfies WorkerMessage, block)
