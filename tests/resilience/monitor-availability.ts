import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

const REQUEST_INTERVAL_MS = 50
const MEMORY_INTERVAL_MS = 100
/** Longer than any timeout of the shop. */
const REQUEST_TIMEOUT_MS = 60_000

/** A path to request. `contains`: a text of a complete response, to detect pages without data. */
export interface MonitoredPath {
  path: string
  contains: string
}

export interface AvailabilityReport {
  /** Number of requests. */
  requests: number
  /** Requests that failed, with the reason. */
  failures: string[]
  slowestMs: number
  /** Peak resident memory of the process; 0 on systems other than Linux. */
  memoryMb: number
}

/**
 * Requests paths continuously and samples the shop's memory. Returns a function that stops and returns
 * the report.
 */
export function monitorAvailability(shop: { url: string; pid(): number }, paths: MonitoredPath[]) {
  const report: AvailabilityReport = { requests: 0, failures: [], slowestMs: 0, memoryMb: 0 }
  let isOpen = true

  async function requestPath({ path, contains }: MonitoredPath) {
    while (isOpen) {
      const startedAt = performance.now()
      const failure = await findFailure(shop.url + path, contains)
      report.slowestMs = Math.max(report.slowestMs, performance.now() - startedAt)
      if (failure) report.failures.push(`${path}: ${failure}`)
      report.requests += 1
      await wait(REQUEST_INTERVAL_MS)
    }
  }
  async function sampleMemory() {
    while (isOpen) {
      report.memoryMb = Math.max(report.memoryMb, await readResidentMegabytes(shop.pid()))
      await wait(MEMORY_INTERVAL_MS)
    }
  }
  const loops = Promise.all([...paths.map(requestPath), sampleMemory()])

  return async (): Promise<AvailabilityReport> => {
    isOpen = false
    await loops
    return report
  }
}

async function findFailure(url: string, contains: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
    const body = await response.text()
    if (!response.ok) return String(response.status)
    return body.includes(contains) ? undefined : `without ${contains}`
  } catch (error) {
    return (error as Error).message
  }
}

/** Reads the resident memory of a process. Returns 0 on systems other than Linux. */
export async function readResidentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024)
}
