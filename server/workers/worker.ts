import '../optimize-next-tick.ts'
import '../limit-heap-growth.ts'

import { readConfig } from '../config.ts'
import { exitOnUncaughtError } from '../platform/logging/logger.ts'
import { serve } from '../serve.ts'
import { shutDownOnSignal } from '../shut-down-on-signal.ts'
import { HEARTBEAT, HEARTBEAT_MS, type WorkerMessage } from './launch-worker.ts'
import { reportMetricsOnRequest } from './worker-metrics.ts'

const notifySupervisor = (message: WorkerMessage) => process.send?.(message)

// The program of a worker process. The supervisor passes the BuildOptions as JSON.
exitOnUncaughtError()
const starting = serve(readConfig(process.env), JSON.parse(process.argv[2] ?? '{}'))
shutDownOnSignal(async () => (await starting).close())
reportMetricsOnRequest()
try {
  notifySupervisor({ serving: (await starting).url })
  setInterval(notifySupervisor, HEARTBEAT_MS, HEARTBEAT).unref()
} catch (error) {
  process.send?.({ failed: (error as Error).message } satisfies WorkerMessage, () =>
    process.exit(1),
  )
}
