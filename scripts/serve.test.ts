import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { DATA_PARENT } from '../tests/support/database/prepared-data.ts'
import { findFreePort } from '../tests/support/network/ports.ts'

test('shuts down when its output is closed', async () => {
  const dataDir = await mkdtemp(path.join(DATA_PARENT, 'serve-'))
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    DATA_DIR: dataDir,
    PORT: String(await findFreePort()),
    SANDBOX_PORT: String(await findFreePort()),
  }
  const script = path.join(import.meta.dirname, 'serve.ts')
  const shop = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    const exited = once(shop, 'exit')
    shop.stdout.destroy()
    shop.stderr.destroy()
    expect(await exited).toEqual([0, null])
  } finally {
    shop.kill('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  }
})
