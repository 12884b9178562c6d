import autocannon from 'autocannon'

const CONNECTIONS = 32
const SECONDS = 4
const ROUNDS = 3

export interface Comparison {
  what: string
  shop: number
  bare: number
}

/** Requests per second of the shop and of the bare server, in turns, the median of the rounds. */
export async function compareReading(
  what: string,
  shopUrl: string,
  bareUrl: string,
): Promise<Comparison> {
  await load(shopUrl, 1)
  await load(bareUrl, 1)
  const shop: number[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    shop.push(await load(shopUrl, SECONDS))
    bare.push(await load(bareUrl, SECONDS))
  }
  return { what, shop: median(shop), bare: median(bare) }
}

async function load(url: string, duration: number): Promise<number> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url} answered ${result.non2xx} times not 2xx, ${result.errors} errors`)
  }
  return result.requests.average
}

/** The middle one. */
export function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
