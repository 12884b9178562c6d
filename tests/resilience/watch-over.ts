import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

const ASK_EVERY_MS = 50
const LOOK_EVERY_MS = 100
/** A call that takes longer than any limit of the shop hangs. */
const HANGS_MS = 60_000

/** What is asked for, and a text that a whole answer has in it: a page without its data is a page, too. */
export interface Asked {
  path: string
  shows: string
}

export interface Watched {
  /** How often all were asked. */
  asked: number
  /** What was not answered as it must be, whatever happens. */
  amiss: string[]
  slowestMs: number
  /** How many megabytes the process had resident at most; 0 where the system does not say. */
  megabytes: number
}

/**
 * Asks all the while for what must be answered whatever happens, and looks at the memory of the shop.
 * Answers what ends it.
 */
export function watchOver(shop: { url: string; pid(): number }, asked: Asked[]) {
  const watched: Watched = { asked: 0, amiss: [], slowestMs: 0, megabytes: 0 }
  let open = true

  async function ask({ path, shows }: Asked) {
    while (open) {
      const began = performance.now()
      const wrong = await whatIsAmiss(shop.url + path, shows)
      watched.slowestMs = Math.max(watched.slowestMs, performance.now() - began)
      if (wrong) watched.amiss.push(`${path}: ${wrong}`)
      watched.asked += 1
      await wait(ASK_EVERY_MS)
    }
  }
  async function weigh() {
    while (open) {
      watched.megabytes = Math.max(watched.megabytes, await residentMegabytes(shop.pid()))
      await wait(LOOK_EVERY_MS)
    }
  }
  const watching = Promise.all([...asked.map(ask), weigh()])

  return async (): Promise<Watched> => {
    open = false
    await watching
    return watched
  }
}

async function whatIsAmiss(url: string, shows: string): Promise<string | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(HANGS_MS) })
    const body = await answer.text()
    if (!answer.ok) return String(answer.status)
    return body.includes(shows) ? undefined : `without ${shows}`
  } catch (error) {
    return (error as Error).message
  }
}

/** Of a process on Linux. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024)
}
