import '../tidy-early.ts'

import { readConfig } from '../config.ts'
import { endWhenAsked } from '../end-when-asked.ts'
import { tellFatal } from '../platform/logging/tell-fatal.ts'
import { serve } from '../serve.ts'
import { BEAT, BEAT_EVERY_MS, type WorkerMessage } from './messages.ts'
import { tellCounts } from './worker-counts.ts'

/** One of the shop's processes, under its supervisor. */
const tell = (message: WorkerMessage) => process.send?.(message)

tellFatal()
const starting = serve(readConfig(process.env), JSON.parse(process.argv[2] ?? '{}'))
endWhenAsked(async () => (await starting).close())
tellCounts()
try {
  tell({ serving: (await starting).url })
  setInterval(tell, BEAT_EVERY_MS, BEAT).unref()
} catch (error) {
  process.send?.({ failed: (error as Error).message } satisfies WorkerMessage, () =>
    process.exit(1),
  )
}
