import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../support/network/ports.ts'
import { root } from './root.ts'

const READY_WITHIN_MS = 120_000
const ENDS_WITHIN_MS = 20_000

export type OpenShop = Awaited<ReturnType<typeof openShop>>

/** A shop that nobody has been to, with its sandbox, on ports of its own and in a folder that goes with it. */
export async function openShop() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'freehub-screens-'))
  const [port, sandboxPort] = [await freePort(), await freePort()]
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
      const late = setTimeout(() => shop.kill('SIGKILL'), ENDS_WITHIN_MS)
      await once(shop, 'exit')
      clearTimeout(late)
    }
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }

  // Whoever ends the pictures ends their shop.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => void close().finally(() => process.exit(130)))
  }

  const end = Date.now() + READY_WITHIN_MS
  while (!(await isReady(url))) {
    if (shop.exitCode === null && Date.now() < end) await delay(200)
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
