import { readdir, readFile } from 'node:fs/promises'
import { findFreePort } from '@freehub/tests/support/network/ports'
import { startProviders } from '@freehub/tests/support/network/start-providers'
import { testSettings } from '@freehub/tests/support/shop/settings'
import { startShop, stopProcess } from '../processes.ts'

/** An SMTP URL at which no server listens, so that mails stay in the outbox. */
const UNUSED_SMTP_URL = 'smtp://127.0.0.1:9'

export const benchSettings = {
  ...testSettings,
  SMTP_URL: UNUSED_SMTP_URL,
  UNPAID_ORDERS_MAX: '100000',
  // Other load on the machine must not cause overload responses.
  EVENT_LOOP_LAG_MS: '60000',
}

export interface OpenShop extends AsyncDisposable {
  url: string
  sandboxUrl: string
  pid: number
}

/** Starts a shop on this database with a number of worker processes and the sandbox's card provider. */
export async function openShop(databaseUrl: string, workers = 1): Promise<OpenShop> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const providers = await startProviders(url)
  const shop = await startShop({
    ...benchSettings,
    ...providers.settings,
    SMTP_URL: UNUSED_SMTP_URL,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    WORKERS: String(workers),
  }).catch(async (error) => {
    await providers.close()
    throw error
  })
  return {
    url,
    sandboxUrl: providers.sandbox.url,
    pid: shop.pid as number,
    async [Symbol.asyncDispose]() {
      await stopProcess(shop)
      await providers.close()
    },
  }
}

/**
 * Returns the peak memory of a process and of its child processes in MB, the parent first. Without /proc,
 * returns an empty list.
 */
export async function readPeakMemory(pid: number): Promise<number[]> {
  const peaks: number[] = []
  for (const process of [pid, ...(await listChildren(pid))]) {
    const status = await readFile(`/proc/${process}/status`, 'utf8').catch(() => '')
    const kilobytes = /^VmHWM:\s*(\d+) kB/m.exec(status)?.[1]
    if (kilobytes) peaks.push(Math.round(Number(kilobytes) / 1024))
  }
  return peaks
}

async function listChildren(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = tasks.map((task) =>
    readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => ''),
  )
  return (await Promise.all(lists)).join(' ').split(/\s+/).filter(Boolean).map(Number)
}
