import autocannon from 'autocannon'

const CONNECTIONS = 32
const SECONDS = 4
const ROUNDS = 3

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
export async function compareReading(
  what: string,
  shopUrl: string,
  bareUrl: string,
): Promise<Comparison> {
  const [shop, bare] = await measureAlternately({ url: shopUrl }, { url: bareUrl })
  return { what, shop, bare }
}

/** Measures requests per second of two targets in alternating rounds. Returns the medians. */
export async function measureAlternately(first: Target, second: Target): Promise<[number, number]> {
  await load(first, 1)
  await load(second, 1)
  const firstRates: number[] = []
  const secondRates: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    firstRates.push(await load(first, SECONDS))
    secondRates.push(await load(second, SECONDS))
  }
  return [median(firstRates), median(secondRates)]
}

async function load(target: Target, duration: number): Promise<number> {
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
