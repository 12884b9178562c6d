import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import path from 'node:path'

const PROGRAM = new URL('../../support/shop/run-shop.ts', import.meta.url)

/** Starts a shop with pages in its own process. Returns a function that kills it. */
export async function startShop(
  port: number,
  settings: Record<string, string>,
  logFolder: string,
): Promise<() => Promise<unknown>> {
  const env = { ...process.env, PAGES: 'on', PORT: String(port), ...settings }
  const shop: ChildProcess = fork(PROGRAM, { env, silent: true })
  const log = createWriteStream(path.join(logFolder, `shop-${port}.log`))
  shop.stdout?.pipe(log, { end: false })
  shop.stderr?.pipe(log, { end: false })
  const [first] = await Promise.race([once(shop, 'message'), once(shop, 'exit')])
  if (first !== 'serving') throw new Error(`A shop did not start. See its log in ${logFolder}.`)
  const ended = once(shop, 'exit')
  return () => {
    shop.kill('SIGKILL')
    return ended
  }
}
