import { rmSync } from 'node:fs'

// The journeys begin in a shop that nobody has been to.
rmSync(process.env.DATA_DIR, { recursive: true, force: true, maxRetries: 5 })
await import('../../scripts/start.mjs')
