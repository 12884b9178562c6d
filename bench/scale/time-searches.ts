import { ask } from './ask.ts'
import { nth } from './calls/scenario.ts'
import { sayFailed } from './load.ts'
import { type Times, timesOf } from './times.ts'
import type { World } from './world.ts'

const TIMES = 200
const SECONDS = 10
const PAGES_DEEP = 10

type Query = Record<string, string>
type Kind = (n: number) => Query

const WIDE =
  'chain,hub,tyre,rim,spoke,brake,disc,pedal,bracket,tube,cassette,black,speed,steel,pair,mm'
const SIZES =
  '700x25c,622,25-622,160 mm,9-speed,M8,12 x 142,1/2 x 1/8,27.2,110 x 5,36 holes,31.8 mm'
const BEGINNINGS = 'c,ch,b,br,s,sp,h,t,ty,p,f,st,re,r,d'

/**
 * What a search of each kind takes, at the median and the 99th percentile, in a shop that has been open for
 * a while: the same words were searched for before, so that of wide ones it knows that they find many. Hardly
 * two searches are the same, so that no answer is kept; and no two filters, so that none is counted already.
 */
export async function timeSearches(world: World): Promise<Record<string, Times>> {
  const times: Record<string, Times> = {}
  for (const [name, kind] of Object.entries(await kindsOf(world))) {
    await timeKind(world.url, (n) => askedBefore(kind(n)))
    times[name] = await timeKind(world.url, kind)
  }
  return times
}

/** About the same, whose answer is another: none that is timed asks up to such a price, or for so few. */
function askedBefore(query: Query): Query {
  return query.priceTo
    ? { ...query, priceTo: (Number(query.priceTo) + 0.05).toFixed(2) }
    : { ...query, size: '19' }
}

async function timeKind(url: string, kind: Kind): Promise<Times> {
  const until = performance.now() + SECONDS * 1000
  const ms: number[] = []
  for (let n = 0; n < TIMES && performance.now() < until; n++) {
    const { path = '/parts', ...query } = kind(n)
    const question = { method: 'GET', url: `${url}${path}?${new URLSearchParams(query)}` }
    const answer = await ask(question)
    if (answer.status !== 200) throw new Error(sayFailed(question, answer))
    ms.push(answer.ms)
  }
  return timesOf(ms)
}

async function kindsOf(world: World): Promise<Record<string, Kind>> {
  const { rows } = await world.pool.query<{ name: string; sku: string }>(
    'select name, sku from parts where id = any ($1) and sku is not null',
    [world.parts],
  )
  const [wide, sizes, beginnings] = [WIDE, SIZES, BEGINNINGS].map((list) => list.split(','))
  const families = await (await fetch(`${world.url}/api/families`)).json()
  const slugs = (families as { slug: string }[]).map(({ slug }) => slug)
  const deep = await idsDeepIn(world.url, wide as string[])
  // Pages of other sizes are other answers: none is kept from the time before.
  const among = (words = [''], more: (n: number) => Query = () => ({})): Kind => {
    const size = (n: number) => String(20 + (Math.floor(n / words.length) % 80))
    return (n) => ({ search: nth(words, n), size: size(n), ...more(n) })
  }
  const typed = (say: (name: string, n: number) => string): Kind => {
    return (n) => ({ search: say(nth(rows, n).name, n), size: String(20 + (n % 80)) })
  }
  return {
    'a wide word': among(wide),
    'a narrow word': typed((name) => wordsOf(name)[0] as string),
    'a size': among(sizes),
    'one or two letters': among(beginnings),
    'several words': typed((name) => wordsOf(name).slice(0, 3).join(' ')),
    'a word misspelt': typed((name, n) => misspelt(nth(wordsOf(name).slice(1), n))),
    'a part number': (n) => ({ search: nth(rows, n).sku, size: '20' }),
    nonsense: (n) => ({ search: `q${((n + 1) * 7919).toString(36)}zx`, size: '20' }),
    'a wide word, filtered': among(wide, (n) => ({
      family: nth(slugs, n),
      available: 'true',
      priceTo: String(5 + (n % 40)),
    })),
    'a wide word, sorted': among(wide, (n) => ({
      sort: nth(['price', '-price', 'name', 'newest'], n),
    })),
    'a wide word, page ten': among(wide, (n) => ({ after: nth(deep, n) })),
    'families of a wide word': (n) => ({
      path: '/api/families',
      search: nth(wide as string[], n),
      priceTo: (2 + n / 10).toFixed(2),
    }),
  }
}

const wordsOf = (name: string) => name.match(/[A-Za-z]{4,}/g) ?? ['chain', 'chain']

/** Two letters in the middle are swapped. */
function misspelt(word: string): string {
  const middle = word.length >> 1
  return word.slice(0, middle - 1) + word[middle] + word[middle - 1] + word.slice(middle + 1)
}

/** Of each word, the part that page ten begins after, or the last there is. */
async function idsDeepIn(url: string, words: string[]): Promise<string[]> {
  return Promise.all(
    words.map(async (word) => {
      let after = ''
      let next: string | undefined = `/parts?search=${word}&size=20`
      for (let page = 1; next && page < PAGES_DEEP; page++) {
        const answer: Response = await fetch(url + next)
        const parts = (await answer.json()) as { _id: string }[]
        after = parts.at(-1)?._id ?? after
        next = /^<([^>]*)>/.exec(answer.headers.get('link') ?? '')?.[1]
      }
      return after
    }),
  )
}
