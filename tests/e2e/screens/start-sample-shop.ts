import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '../../support/network/ports.ts'

/** The repository folder. */
export const root = path.resolve(import.meta.dirname, '../../..')

const START_TIMEOUT_MS = 120_000
const STOP_TIMEOUT_MS = 20_000

export type SampleShop = Awaited<ReturnType<typeof startSampleShop>>

/** Starts a new shop with the sample data and its sandbox on free ports, in a temporary folder that `close` deletes. */
export async function startSampleShop() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'freehub-screens-'))
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()]
  const shop = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      NODE_ENV: 'development',
    },
  })
  const url = `http://localhost:${port}`

  async function close() {
    if (shop.exitCode === null && shop.signalCode === null) {
      shop.kill('SIGTERM')
      const killTimer = setTimeout(() => shop.kill('SIGKILL'), STOP_TIMEOUT_MS)
      await once(shop, 'exit')
      clearTimeout(killTimer)
    }
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => void close().finally(() => process.exit(130)))
  }

  const deadline = Date.now() + START_TIMEOUT_MS
  while (!(await isReady(url))) {
    if (shop.exitCode === null && Date.now() < deadline) await delay(200)
    else {
      await close()
      throw new Error('The shop did not start.')
    }
  }
  return { url, cardsUrl: `http://127.0.0.1:${sandboxPort}`, dataDir, close }
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}
