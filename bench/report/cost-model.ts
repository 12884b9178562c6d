import type { Results } from '../scale/results.ts'
import { bytesInWords, sizeInWords, table } from './tables.ts'

/** What is assumed of a hundred million visits a day; nothing of it is measured. */
const ASSUMED = {
  visits: 100e6,
  /** The busiest hour beside the mean. */
  peak: 3,
  /** The shop's own answers of a visit. */
  pages: 1,
  keptCalls: 10,
  madeCalls: 0.5,
  searches: 0.5,
  signedIn: 0.5,
  orders: 0.01,
  /** What one order asks for until it is shipped, each about as dear as booking it. */
  writesOfAnOrder: 5,
  /** Of a visit, all over the line: first load, further pages, pictures. */
  bytes: 600e3,
  /** How much of a core is planned for: the rest is for deaths, deploys and bad hours. */
  load: 0.5,
  /** A replica of the database has so many. */
  coresOfAReplica: 16,
  /** Dollars, about what is paid for much of it: a core a month, a gigabyte out, a gigabyte kept a month. */
  core: 25,
  gigabyteOut: 0.01,
  gigabyteKept: 0.1,
  /** A primary, a synchronous replica, a backup. */
  copies: 3,
}

const SECONDS_OF_A_DAY = 86_400

/** Tables that grow with the orders. */
const OF_ORDERS = /^(order|payment|provider|invoice|stock_movements)/

interface Work {
  what: string
  ofAVisit: number
  load: string
  times?: number
}

const WORK: Work[] = [
  { what: 'pages, kept', ofAVisit: ASSUMED.pages, load: 'a page that is kept' },
  { what: 'public calls, kept', ofAVisit: ASSUMED.keptCalls, load: 'a list that is kept' },
  {
    what: 'public calls, made anew',
    ofAVisit: ASSUMED.madeCalls,
    load: 'a list, each time another',
  },
  { what: 'searches, made anew', ofAVisit: ASSUMED.searches, load: 'a search, each time another' },
  { what: 'signed-in reads', ofAVisit: ASSUMED.signedIn, load: 'My Orders' },
  {
    what: 'orders, from booking to shipping',
    ofAVisit: ASSUMED.orders,
    load: 'a booking',
    times: ASSUMED.writesOfAnOrder,
  },
]

/** What is assumed, as sentences of a list. */
export function assumptionsInWords(): string {
  const { visits, peak, pages, keptCalls, madeCalls, searches, signedIn, orders } = ASSUMED
  return [
    `- ${visits.toLocaleString('en')} visits a day, in the busiest hour ${peak} times the mean: ${perSecond(visits * peak)} a second`,
    `- of a visit: ${pages} page from the server, ${keptCalls} public calls whose answers are kept, ${madeCalls} that are made anew, ${searches} searches that nobody has made just before, ${signedIn} reads of somebody signed in, ${orders} orders`,
    `- an order asks for ${ASSUMED.writesOfAnOrder} things that are as dear as booking it: booking, payment, settling, papers, shipping`,
    `- ${bytesInWords(ASSUMED.bytes)} over the line a visit, pictures in it`,
    `- cores are planned to be busy for ${ASSUMED.load * 100} %; a core costs $${ASSUMED.core} a month, a gigabyte out $${ASSUMED.gigabyteOut}, a gigabyte kept $${ASSUMED.gigabyteKept} a month in each of ${ASSUMED.copies} copies`,
  ].join('\n')
}

/** Cores for each kind of work at the peak, from what one process of the largest shop answered. */
export function coresTable(results: Results): string {
  const { size } = largest(results)
  const rows = coresOf(results)
  return table(
    [`what, with ${sizeInWords(size)}`, 'wanted a second', 'answered a second here', 'cores'],
    [
      ...rows.map(({ what, wanted, answered, cores }) => [
        what,
        amount(wanted),
        amount(answered),
        amount(cores),
      ]),
      ['all', '', '', amount(sumOf(rows))],
    ],
  )
}

function coresOf(results: Results) {
  const { size, loads } = largest(results)
  return WORK.map(({ what, ofAVisit, load, times = 1 }) => {
    const wanted = (ASSUMED.visits * ASSUMED.peak * ofAVisit * times) / SECONDS_OF_A_DAY
    const answered = loads[load]?.perSecond ?? 0
    // One process, its database and who asked had the whole machine: so dear it is at most.
    const cores = (wanted * size.machine.cores) / answered / ASSUMED.load
    return { what, wanted, answered, cores }
  })
}

const sumOf = (rows: { cores: number }[]) => rows.reduce((sum, { cores }) => sum + cores, 0)

/** What the line, the database's log and its disks must bear. */
export function weightsTable(results: Results): string {
  const { size } = largest(results)
  const ofOrders = size.tables.filter(({ name }) => OF_ORDERS.test(name))
  const bytesOfAnOrder = ofOrders.reduce((sum, { bytes }) => sum + bytes, 0) / size.orders
  const orders = ASSUMED.visits * ASSUMED.orders
  const cores = coresOf(results)
  const anew = cores.filter(({ what }) => what.endsWith('made anew'))
  const grownGigabytes = (bytesOfAnOrder * orders * 365) / 1e9
  return table(
    ['what', 'amount'],
    [
      [
        'bytes out, at the peak',
        `${bytesInWords((ASSUMED.bytes * ASSUMED.visits * ASSUMED.peak) / SECONDS_OF_A_DAY)} a second`,
      ],
      ['bytes out, a day', bytesInWords(ASSUMED.bytes * ASSUMED.visits)],
      ['orders a day', amount(orders)],
      [
        'transactions that write, at the peak',
        `${perSecond(orders * ASSUMED.writesOfAnOrder * ASSUMED.peak)} a second`,
      ],
      ['an order in the database, indexes in it', `${amount(bytesOfAnOrder)} B`],
      ['the database grows, a year', bytesInWords(bytesOfAnOrder * orders * 365)],
      ['mails a day, three an order', amount(orders * 3)],
      [
        `replicas of ${ASSUMED.coresOfAReplica} cores for what is made anew`,
        amount(sumOf(anew) / ASSUMED.coresOfAReplica),
      ],
      ['dollars a month for cores', amount(sumOf(cores) * ASSUMED.core)],
      [
        'dollars a month for bytes out',
        amount(((ASSUMED.bytes * ASSUMED.visits * 30) / 1e9) * ASSUMED.gigabyteOut),
      ],
      [
        'dollars a month for a year of orders on disks',
        amount(grownGigabytes * ASSUMED.copies * ASSUMED.gigabyteKept),
      ],
    ],
  )
}

function largest({ sizes }: Results) {
  const size = sizes.at(-1)
  const alone = size?.crowds.find(({ workers }) => workers === 1)
  if (!size || !alone) throw new Error('Nothing is measured yet: npm run bench -- scale')
  return { size, loads: alone.loads }
}

const perSecond = (aDay: number) => amount(aDay / SECONDS_OF_A_DAY)

function amount(n: number): string {
  const rounded = n >= 100 ? Number(n.toPrecision(3)) : Math.ceil(n)
  return rounded.toLocaleString('en')
}
