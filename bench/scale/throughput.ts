import { buildBooking } from '@freehub/tests/support/shop/orders'
import { pickNth } from './calls/scenario.ts'
import { type Load, type RequestSpec, runLoad } from './run-load.ts'
import type { CallData } from './select-call-data.ts'

const SECONDS = 5

/** Measures requests per second and response times under concurrent load, for each scenario. */
export async function measureThroughput(data: CallData): Promise<Record<string, Load>> {
  const loads: Record<string, Load> = {}
  for (const [name, { concurrency, request }] of Object.entries(createLoadScenarios(data))) {
    let n = 0
    const next = () => request(n++)
    await runLoad(next, { concurrency, seconds: 1 })
    loads[name] = await runLoad(next, { concurrency, seconds: SECONDS })
  }
  return loads
}

interface LoadScenario {
  concurrency: number
  request: (n: number) => RequestSpec
}

function createLoadScenarios({
  url,
  parts,
  customers,
  nextPart,
}: CallData): Record<string, LoadScenario> {
  const get = (path: string) => ({ method: 'GET', url: url + path })
  const WORDS = ['chain', 'hub', 'tyre', 'rim', 'spoke', 'brake']
  return {
    'a cached page': { concurrency: 32, request: () => get('/') },
    'a cached list': { concurrency: 32, request: () => get('/parts?size=6') },
    'varying parts': {
      concurrency: 32,
      request: (n) => get(`/parts/${pickNth(parts, n)}`),
    },
    'varying lists': {
      concurrency: 16,
      request: (n) => get(`/parts?size=${20 + (n % 80)}&after=${pickNth(parts, n)}`),
    },
    'varying searches': {
      concurrency: 16,
      request: (n) =>
        get(`/parts?search=${pickNth(WORDS, n)}&size=20&priceTo=${(9 + n / 100).toFixed(2)}`),
    },
    'My Orders': {
      concurrency: 16,
      request: (n) =>
        authorize(
          pickNth(customers, n),
          get(`/myOrders?size=20&client=${pickNth(customers, n).email}`),
        ),
    },
    'a booking': {
      concurrency: 16,
      request(n) {
        const { id, minimumOrder } = nextPart()
        const booking = {
          ...get('/booking'),
          method: 'POST',
          body: JSON.stringify(buildBooking(id, minimumOrder)),
        }
        return authorize(pickNth(customers, n), booking)
      },
    },
  }
}

function authorize({ token }: { token: string }, request: RequestSpec): RequestSpec {
  return {
    ...request,
    headers: {
      authorization: `Bearer ${token}`,
      ...(request.body && { 'content-type': 'application/json' }),
    },
  }
}
