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

/** Requests per second of the shop and of the bare server. */
export async function compareReading(
  what: string,
  shopUrl: string,
  bareUrl: string,
): Promise<Comparison> {
  const [shop, bare] = await inTurns({ url: shopUrl }, { url: bareUrl })
  return { what, shop, bare }
}

/** Requests per second of one and of the other, in turns, the median of the rounds. */
export async function inTurns(one: Target, other: Target): Promise<[number, number]> {
  await load(one, 1)
  await load(other, 1)
  const ones: number[] = []
  const others: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ones.push(await load(one, SECONDS))
    others.push(await load(other, SECONDS))
  }
  return [median(ones), median(others)]
}

async function load(target: Target, duration: number): Promise<number> {
  const result = await autocannon({ ...target, connections: CONNECTIONS, duration })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${target.url} answered ${result.non2xx} times not 2xx, ${result.errors} errors`,
    )
  }
  return result.requests.average
}

/** The middle one. */
export function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
