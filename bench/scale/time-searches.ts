import { pickNth } from './calls/scenario.ts'
import { formatFailure, sendRequest } from './run-load.ts'
import type { CallData } from './select-call-data.ts'
import { summarizeTimes, type Times } from './summarize-times.ts'

const REPETITIONS = 200
const SECONDS = 10
const DEEP_PAGE = 10

type Query = Record<string, string>
/** Returns the nth query of a kind of search. */
type SearchScenario = (n: number) => Query

const COMMON =
  'chain,hub,tyre,rim,spoke,brake,disc,pedal,bracket,tube,cassette,black,speed,steel,pair,mm'
const SIZES =
  '700x25c,622,25-622,160 mm,9-speed,M8,12 x 142,1/2 x 1/8,27.2,110 x 5,36 holes,31.8 mm'
const PREFIXES = 'c,ch,b,br,s,sp,h,t,ty,p,f,st,re,r,d'

/**
 * Times each search scenario in a warmed-up shop, which knows from earlier searches which words are
 * common. Searches and filters differ, so that no response or count is cached.
 */
export async function timeSearches(data: CallData): Promise<Record<string, Times>> {
  const times: Record<string, Times> = {}
  for (const [name, createQuery] of Object.entries(await createSearchScenarios(data))) {
    await timeScenario(data.url, (n) => variantOf(createQuery(n)))
    times[name] = await timeScenario(data.url, createQuery)
  }
  return times
}

/** Returns a similar query for the warm-up. Its price or page size differs, so that no timed response is cached. */
function variantOf(query: Query): Query {
  return query.priceTo
    ? { ...query, priceTo: (Number(query.priceTo) + 0.05).toFixed(2) }
    : { ...query, size: '19' }
}

async function timeScenario(url: string, createQuery: SearchScenario): Promise<Times> {
  const until = performance.now() + SECONDS * 1000
  const ms: number[] = []
  for (let n = 0; n < REPETITIONS && performance.now() < until; n++) {
    const { path = '/parts', ...query } = createQuery(n)
    const request = { method: 'GET', url: `${url}${path}?${new URLSearchParams(query)}` }
    const response = await sendRequest(request)
    if (response.status !== 200) throw new Error(formatFailure(request, response))
    ms.push(response.ms)
  }
  return summarizeTimes(ms)
}

async function createSearchScenarios(data: CallData): Promise<Record<string, SearchScenario>> {
  const { rows } = await data.pool.query<{ name: string; sku: string }>(
    'select name, sku from parts where id = any ($1) and sku is not null',
    [data.parts],
  )
  const [common, sizes, prefixes] = [COMMON, SIZES, PREFIXES].map((list) => list.split(','))
  const families = await (await fetch(`${data.url}/api/families`)).json()
  const slugs = (families as { slug: string }[]).map(({ slug }) => slug)
  const deep = await listDeepIds(data.url, common as string[])
  // The page size varies, so that no response is cached.
  const searchWords = (words = [''], extra: (n: number) => Query = () => ({})): SearchScenario => {
    const size = (n: number) => String(20 + (Math.floor(n / words.length) % 80))
    return (n) => ({ search: pickNth(words, n), size: size(n), ...extra(n) })
  }
  const searchNames = (toQuery: (name: string, n: number) => string): SearchScenario => {
    return (n) => ({ search: toQuery(pickNth(rows, n).name, n), size: String(20 + (n % 80)) })
  }
  return {
    'a common word': searchWords(common),
    'a rare word': searchNames((name) => splitWords(name)[0] as string),
    'a size': searchWords(sizes),
    'one or two letters': searchWords(prefixes),
    'several words': searchNames((name) => splitWords(name).slice(0, 3).join(' ')),
    'a misspelled word': searchNames((name, n) => misspell(pickNth(splitWords(name).slice(1), n))),
    'a part number': (n) => ({ search: pickNth(rows, n).sku, size: '20' }),
    nonsense: (n) => ({ search: `q${((n + 1) * 7919).toString(36)}zx`, size: '20' }),
    'a common word, filtered': searchWords(common, (n) => ({
      family: pickNth(slugs, n),
      available: 'true',
      priceTo: String(5 + (n % 40)),
    })),
    'a common word, sorted': searchWords(common, (n) => ({
      sort: pickNth(['price', '-price', 'name', 'newest'], n),
    })),
    'a common word, page ten': searchWords(common, (n) => ({ after: pickNth(deep, n) })),
    'families of a common word': (n) => ({
      path: '/api/families',
      search: pickNth(common as string[], n),
      priceTo: (2 + n / 10).toFixed(2),
    }),
  }
}

const splitWords = (name: string) => name.match(/[A-Za-z]{4,}/g) ?? ['chain', 'chain']

/** Swaps two letters in the middle of a word. */
function misspell(word: string): string {
  const middle = word.length >> 1
  return word.slice(0, middle - 1) + word[middle] + word[middle - 1] + word.slice(middle + 1)
}

/** Finds for each word the part after which page ten begins, or the last part. */
async function listDeepIds(url: string, words: string[]): Promise<string[]> {
  return Promise.all(
    words.map(async (word) => {
      let after = ''
      let next: string | undefined = `/parts?search=${word}&size=20`
      for (let page = 1; next && page < DEEP_PAGE; page++) {
        const response: Response = await fetch(url + next)
        const parts = (await response.json()) as { _id: string }[]
        after = parts.at(-1)?._id ?? after
        next = /^<([^>]*)>/.exec(response.headers.get('link') ?? '')?.[1]
      }
      return after
    }),
  )
}
