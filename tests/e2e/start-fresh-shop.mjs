import { rmSync } from 'node:fs'

// Tests start with an empty data directory.
rmSync(process.env.DATA_DIR, { recursive: true, force: true, maxRetries: 5 })
await import('../../scripts/start.mjs')
