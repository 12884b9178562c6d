import { bookingOf } from '@freehub/tests/support/shop/orders'
import type { Question } from './ask.ts'
import { nth } from './calls/scenario.ts'
import { type Load, load } from './load.ts'
import type { World } from './world.ts'

const SECONDS = 5

/** What many at once are answered in a second, by what they ask, and how long they wait. */
export async function measureThroughput(world: World): Promise<Record<string, Load>> {
  const loads: Record<string, Load> = {}
  for (const [what, { atOnce, question }] of Object.entries(kindsOf(world))) {
    let n = 0
    const next = () => question(n++)
    await load(next, { atOnce, seconds: 1 })
    loads[what] = await load(next, { atOnce, seconds: SECONDS })
  }
  return loads
}

interface Kind {
  atOnce: number
  question: (n: number) => Question
}

function kindsOf({ url, parts, customers, plenty }: World): Record<string, Kind> {
  const get = (path: string) => ({ method: 'GET', url: url + path })
  const WORDS = ['chain', 'hub', 'tyre', 'rim', 'spoke', 'brake']
  return {
    'a page that is kept': { atOnce: 32, question: () => get('/') },
    'a list that is kept': { atOnce: 32, question: () => get('/parts?size=6') },
    'a part, each time another': { atOnce: 32, question: (n) => get(`/parts/${nth(parts, n)}`) },
    'a list, each time another': {
      atOnce: 16,
      question: (n) => get(`/parts?size=${20 + (n % 80)}&after=${nth(parts, n)}`),
    },
    'a search, each time another': {
      atOnce: 16,
      question: (n) =>
        get(`/parts?search=${nth(WORDS, n)}&size=20&priceTo=${(9 + n / 100).toFixed(2)}`),
    },
    'My Orders': {
      atOnce: 16,
      question: (n) =>
        as(nth(customers, n), get(`/myOrders?size=20&client=${nth(customers, n).email}`)),
    },
    'a booking': {
      atOnce: 16,
      question(n) {
        const { id, least } = plenty()
        const booking = {
          ...get('/booking'),
          method: 'POST',
          body: JSON.stringify(bookingOf(id, least)),
        }
        return as(nth(customers, n), booking)
      },
    },
  }
}

function as({ token }: { token: string }, question: Question): Question {
  return {
    ...question,
    headers: {
      authorization: `Bearer ${token}`,
      ...(question.body && { 'content-type': 'application/json' }),
    },
  }
}
