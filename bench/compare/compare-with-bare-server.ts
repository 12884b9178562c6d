import autocannon from 'autocannon'
import { startBareServer, stopProcess } from '../processes.ts'

const CONNECTIONS = 32
/** Short rounds: the speed of a shared machine changes from minute to minute, for both sides of a round alike. */
const SECONDS = 1
const ROUNDS = 12

/**
 * Rates per second of the shop and of its bare counterpart: a plain HTTP server, or the smallest SQL
 * statement for the same work. `ratio`: the shop divided by the bare counterpart.
 */
export interface Comparison {
  name: string
  shop: number
  bare: number
  ratio: number
}

interface Target {
  url: string
  headers?: Record<string, string>
}

/** Compares requests per second of the shop and of a bare server with the same response. */
export async function compareWithBareServer(
  name: string,
  shopUrl: string,
  path: string,
  authorization?: string,
): Promise<Comparison> {
  const server = await startBareServer(shopUrl, path, authorization)
  const headers: Record<string, string> = authorization ? { authorization } : {}
  const [bare, shop, ratio] = await measureRequests(
    { url: `${server.url}${path}`, headers },
    { url: `${shopUrl}${path}`, headers },
  )
  await stopProcess(server.bare)
  return { name, shop, bare, ratio }
}

/** Median rates per second of two targets, and the median of the second divided by the first in each round. */
export type Rates = [first: number, second: number, ratio: number]

/** Warms up two targets, then measures their requests per second. */
export async function measureRequests(first: Target, second: Target): Promise<Rates> {
  await sendRequests(first, 1)
  await sendRequests(second, 1)
  return measureAlternately(
    () => sendRequests(first, SECONDS),
    () => sendRequests(second, SECONDS),
  )
}

/** Measures two rates in alternating rounds. */
export async function measureAlternately(
  measureFirst: () => Promise<number>,
  measureSecond: () => Promise<number>,
): Promise<Rates> {
  const first: number[] = []
  const second: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    first.push(await measureFirst())
    second.push(await measureSecond())
  }
  const ratios = second.map((rate, round) => rate / (first[round] ?? 0))
  return [median(first), median(second), median(ratios)]
}

/** Runs a task repeatedly from concurrent clients for some seconds. Returns the number of runs per second. */
export async function measureRate(
  { clients, seconds }: { clients: number; seconds: number },
  task: () => Promise<unknown>,
): Promise<number> {
  const until = Date.now() + seconds * 1000
  let done = 0
  const runUntilEnd = async () => {
    for (; Date.now() < until; done++) await task()
  }
  await Promise.all(Array.from({ length: clients }, runUntilEnd))
  return done / seconds
}

/** Sends requests for `duration` seconds. Returns requests per second. Throws if any of them fails. */
async function sendRequests(target: Target, duration: number): Promise<number> {
  const result = await autocannon({ ...target, connections: CONNECTIONS, duration })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${target.url}: ${result.non2xx} responses other than 2xx, ${result.errors} errors`,
    )
  }
  return result.requests.average
}

/** Returns the median; of an even count, the mean of the two middle values. */
export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}
