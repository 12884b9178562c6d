import autocannon from 'autocannon'

const CONNECTIONS = 32
const SECONDS = 4
const ROUNDS = 3

/**
 * Rates per second of the shop and of its bare counterpart: a plain HTTP server, or the smallest SQL
 * statement for the same work.
 */
export interface Comparison {
  what: string
  shop: number
  bare: number
}

interface Target {
  url: string
  headers?: Record<string, string>
}

/** Compares requests per second of the shop and of the bare server. */
export async function compareWithBareServer(
  what: string,
  shopUrl: string,
  bareUrl: string,
): Promise<Comparison> {
  const [shop, bare] = await measureRequests({ url: shopUrl }, { url: bareUrl })
  return { what, shop, bare }
}

/** Warms up two targets, then measures their requests per second. */
export async function measureRequests(first: Target, second: Target): Promise<[number, number]> {
  await sendRequests(first, 1)
  await sendRequests(second, 1)
  return measureAlternately(
    () => sendRequests(first, SECONDS),
    () => sendRequests(second, SECONDS),
  )
}

/** Takes two measurements in alternating rounds. Returns the medians. */
export async function measureAlternately(
  measureFirst: () => Promise<number>,
  measureSecond: () => Promise<number>,
): Promise<[number, number]> {
  const first: number[] = []
  const second: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    first.push(await measureFirst())
    second.push(await measureSecond())
  }
  return [median(first), median(second)]
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

/** Sends requests for `duration` seconds. Returns the number of requests per second. */
async function sendRequests(target: Target, duration: number): Promise<number> {
  const result = await autocannon({ ...target, connections: CONNECTIONS, duration })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${target.url}: ${result.non2xx} responses other than 2xx, ${result.errors} errors`,
    )
  }
  return result.requests.average
}

/** Returns the median; of an even count, the higher of the two middle values. */
export function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
