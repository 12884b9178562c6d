import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { memorySettings } from '../scripts/prepare/memory-settings.mjs'
import { requireFreePort } from '../scripts/serve/require-free-port.ts'

/** Child processes, which are killed when this process exits. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

const START_TIMEOUT_MS = 30_000

/** Starts the shop of a folder as a child process and waits until it is ready. Throws if the port is in use. */
export async function startShop(
  env: Record<string, string>,
  folder = process.cwd(),
): Promise<ChildProcess> {
  // The responses of another server would be taken for the shop's.
  await requireFreePort({ host: '127.0.0.1', port: Number(env.PORT), setting: 'PORT' })
  const shop = fork(join(folder, 'server/main.ts'), {
    cwd: folder,
    env: { ...memorySettings.env, ...process.env, ...env },
    execArgv: memorySettings.options,
    stdio: 'inherit',
  })
  running.add(shop)
  shop.once('exit', () => running.delete(shop))
  const deadline = Date.now() + START_TIMEOUT_MS
  while (!hasExited(shop) && Date.now() < deadline) {
    const signal = AbortSignal.timeout(1_000)
    const url = `http://127.0.0.1:${env.PORT}/readyz`
    const ready = await fetch(url, { signal }).catch(() => undefined)
    if (ready?.ok) return shop
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  shop.kill('SIGKILL')
  throw new Error('The shop did not start.')
}

const hasExited = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null

/**
 * Starts a plain `node:http` server that repeats the shop's response for this path, with the shop's memory settings.
 * `authorization`: the header with which this server requests the response.
 */
export async function startBareServer(shopUrl: string, path: string, authorization = '') {
  const bare = fork('bench/bare-server.ts', [shopUrl, path], {
    env: { ...memorySettings.env, ...process.env, AUTHORIZATION: authorization },
    execArgv: memorySettings.options,
  })
  const failed = once(bare, 'exit').then(() => {
    throw new Error('The bare server did not start.')
  })
  const [{ port }] = (await Promise.race([once(bare, 'message'), failed])) as [{ port: number }]
  return { bare, url: `http://127.0.0.1:${port}` }
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (hasExited(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
