import type { Results } from '../scale/results.ts'
import { formatBytes, formatSize, formatTable } from './tables.ts'

/** Assumptions about a hundred million visits a day. None of them is measured. */
const ASSUMPTIONS = {
  visits: 100e6,
  /** Ratio of the busiest hour to the mean. */
  peakFactor: 3,
  /** Requests to the shop for each visit. */
  pages: 1,
  cachedCalls: 10,
  uncachedCalls: 0.5,
  searches: 0.5,
  signedIn: 0.5,
  ordersPerVisit: 0.01,
  /** Writes of one order until it is shipped, each about as expensive as the booking. */
  writesPerOrder: 5,
  /** Bytes sent for each visit: first load, other pages, images. */
  bytesPerVisit: 600e3,
  /** Planned utilisation of a core; the rest is a reserve for crashes, deployments and peaks. */
  utilization: 0.5,
  coresPerReplica: 16,
  /** Approximate bulk prices in dollars: a core per month, a gigabyte sent, a gigabyte stored per month. */
  dollarsPerCoreMonth: 25,
  dollarsPerGigabyteSent: 0.01,
  dollarsPerGigabyteMonth: 0.1,
  /** Copies of the data: a primary, a synchronous replica, a backup. */
  copies: 3,
}

const SECONDS_PER_DAY = 86_400

/** Tables that grow with the number of orders. */
const ORDER_TABLES = /^(order|payment|provider|invoice|stock_movements)/

interface Work {
  name: string
  perVisit: number
  load: string
  times?: number
}

const WORK: Work[] = [
  { name: 'pages, cached', perVisit: ASSUMPTIONS.pages, load: 'a cached page' },
  { name: 'public calls, cached', perVisit: ASSUMPTIONS.cachedCalls, load: 'a cached list' },
  {
    name: 'public calls, uncached',
    perVisit: ASSUMPTIONS.uncachedCalls,
    load: 'varying lists',
  },
  { name: 'searches, uncached', perVisit: ASSUMPTIONS.searches, load: 'varying searches' },
  { name: 'signed-in reads', perVisit: ASSUMPTIONS.signedIn, load: 'My Orders' },
  {
    name: 'orders, from booking to shipping',
    perVisit: ASSUMPTIONS.ordersPerVisit,
    load: 'a booking',
    times: ASSUMPTIONS.writesPerOrder,
  },
]

/** Formats the assumptions as a Markdown list. */
export function formatAssumptions(): string {
  const {
    visits,
    peakFactor,
    pages,
    cachedCalls,
    uncachedCalls,
    searches,
    signedIn,
    ordersPerVisit,
  } = ASSUMPTIONS
  return [
    `- ${visits.toLocaleString('en')} visits a day; in the busiest hour ${peakFactor} times the mean, ${formatPerSecond(visits * peakFactor)} per second`,
    `- per visit: ${pages} page from the server, ${cachedCalls} cached public calls, ${uncachedCalls} uncached ones, ${searches} uncached searches, ${signedIn} signed-in reads, ${ordersPerVisit} orders`,
    `- per order: ${ASSUMPTIONS.writesPerOrder} writes, each as expensive as a booking: booking, payment, settlement, documents, shipping`,
    `- ${formatBytes(ASSUMPTIONS.bytesPerVisit)} sent per visit, including images`,
    `- planned utilisation of cores: ${ASSUMPTIONS.utilization * 100} %; prices: $${ASSUMPTIONS.dollarsPerCoreMonth} per core and month, $${ASSUMPTIONS.dollarsPerGigabyteSent} per gigabyte sent, $${ASSUMPTIONS.dollarsPerGigabyteMonth} per gigabyte and month in each of ${ASSUMPTIONS.copies} copies`,
  ].join('\n')
}

/**
 * Formats how many cores each kind of work needs at the peak. Uses the measured rates of one process with the largest
 * database.
 */
export function formatCoresTable(results: Results): string {
  const { size } = findLargestSize(results)
  const rows = estimateCores(results)
  return formatTable(
    [`work, with ${formatSize(size)}`, 'needed per second', 'measured per second', 'cores'],
    [
      ...rows.map(({ name, needed, measured, cores }) => [
        name,
        formatAmount(needed),
        formatAmount(measured),
        formatAmount(cores),
      ]),
      ['all', '', '', formatAmount(sumCores(rows))],
    ],
  )
}

function estimateCores(results: Results) {
  const { size, loads } = findLargestSize(results)
  return WORK.map(({ name, perVisit, load, times = 1 }) => {
    const needed =
      (ASSUMPTIONS.visits * ASSUMPTIONS.peakFactor * perVisit * times) / SECONDS_PER_DAY
    const measured = loads[load]?.perSecond ?? 0
    // This is an upper bound, because the process, its database and the load generator used all
    // cores of the machine together.
    const cores = (needed * size.machine.cores) / measured / ASSUMPTIONS.utilization
    return { name, needed, measured, cores }
  })
}

const sumCores = (rows: { cores: number }[]) => rows.reduce((sum, { cores }) => sum + cores, 0)

/** Formats traffic, orders and storage, with their cost per month. */
export function formatVolumesTable(results: Results): string {
  const { size } = findLargestSize(results)
  const orderTables = size.tables.filter(({ name }) => ORDER_TABLES.test(name))
  const bytesPerOrder = orderTables.reduce((sum, { bytes }) => sum + bytes, 0) / size.orders
  const orders = ASSUMPTIONS.visits * ASSUMPTIONS.ordersPerVisit
  const cores = estimateCores(results)
  const uncached = cores.filter(({ name }) => name.endsWith('uncached'))
  const grownGigabytes = (bytesPerOrder * orders * 365) / 1e9
  return formatTable(
    ['volume', 'amount'],
    [
      [
        'bytes sent, at the peak',
        `${formatBytes((ASSUMPTIONS.bytesPerVisit * ASSUMPTIONS.visits * ASSUMPTIONS.peakFactor) / SECONDS_PER_DAY)} per second`,
      ],
      [
        'write transactions, at the peak',
        `${formatPerSecond(orders * ASSUMPTIONS.writesPerOrder * ASSUMPTIONS.peakFactor)} per second`,
      ],
      ['an order in the database, with indexes', `${formatAmount(bytesPerOrder)} B`],
      ['growth of the database per year', formatBytes(bytesPerOrder * orders * 365)],
      [
        `replicas of ${ASSUMPTIONS.coresPerReplica} cores for uncached reads`,
        formatAmount(sumCores(uncached) / ASSUMPTIONS.coresPerReplica),
      ],
      [
        'dollars per month for cores',
        formatAmount(sumCores(cores) * ASSUMPTIONS.dollarsPerCoreMonth),
      ],
      [
        'dollars per month for bytes sent',
        formatAmount(
          ((ASSUMPTIONS.bytesPerVisit * ASSUMPTIONS.visits * 30) / 1e9) *
            ASSUMPTIONS.dollarsPerGigabyteSent,
        ),
      ],
      [
        'dollars per month for storing a year of orders',
        formatAmount(grownGigabytes * ASSUMPTIONS.copies * ASSUMPTIONS.dollarsPerGigabyteMonth),
      ],
    ],
  )
}

function findLargestSize({ sizes }: Results) {
  const size = sizes.at(-1)
  const oneProcess = size?.loadRuns.find(({ workers }) => workers === 1)
  if (!size || !oneProcess) throw new Error('There are no results yet: run npm run bench -- scale')
  return { size, loads: oneProcess.loads }
}

const formatPerSecond = (perDay: number) => formatAmount(perDay / SECONDS_PER_DAY)

function formatAmount(n: number): string {
  const rounded = n >= 100 ? Number(n.toPrecision(3)) : Math.ceil(n)
  return rounded.toLocaleString('en')
}
