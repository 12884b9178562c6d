import { z } from 'zod'
import { defineCalls } from '../call.ts'
import { part } from '../catalog/part-schemas.ts'
import { order, orderStage, orderStatus } from '../orders/order-schemas.ts'
import { timestamp } from '../schema-fields.ts'

const day = z.iso.date()

const OVERVIEW_DAYS = ['7', '30', '90'] as const

const overviewQuery = z.strictObject({
  days: z.enum(OVERVIEW_DAYS, 'days must be 7, 30 or 90.').optional(),
})

const orderSummary = order.pick({
  ...({ _id: true, orderNumber: true, lineCount: true } as const),
  ...({ quantity: true, productName: true, totalPrice: true } as const),
})

const dateRange = { days: z.int(), from: day, to: day }

/** Revenue of a date range in dollars, exact to the cent. `orders`: the number of orders paid in the range. */
const revenueFields = {
  paid: z.number(),
  refunded: z.number(),
  net: z.number(),
  orders: z.int(),
}

const overview = z.object({
  ...dateRange,
  takings: z.object({
    ...revenueFields,
    byDay: z.array(z.object({ day, ...revenueFields })),
    /** The preceding range of the same length. */
    before: z.object(revenueFields),
  }),
  /** Orders placed in the range, by current stage. Each stage appears once. */
  ordersByStage: z.array(z.object({ stage: orderStage, count: z.int(), total: z.number() })),
  /** Pieces and totals in dollars of the orders that were paid in the range and not refunded. */
  piecesByFamily: z.array(
    z.object({ family: z.string().nullable(), pieces: z.int(), total: z.number() }),
  ),
  /** At most ten parts below their minimum order or sold out within LOW_STOCK_DAYS, by days left, then by stock. */
  runningLow: z.array(
    part.pick({ _id: true, name: true, availableQuantity: true, minimumOrder: true }).extend({
      /** Pieces sold in the last SALES_RATE_DAYS days. */
      sold: z.int(),
      /** Whole days; 0 if below the minimum order. */
      daysLeft: z.int(),
    }),
  ),
  runningLowCount: z.int(),
  soldOutCount: z.int(),
  /** Paid orders that are neither shipped nor being refunded nor disputed, oldest first, at most ten. */
  waiting: z.array(orderSummary.extend({ email: z.string(), name: z.string(), paidAt: timestamp })),
  waitingCount: z.int(),
  /** Stock that unpaid orders reserve now. */
  reserved: z.object({
    /**
     * `parts`: the number of parts that customers could order without these reservations.
     * `blockedParts`: how many of these parts are sold out now.
     */
    parts: z.int(),
    blockedParts: z.int(),
    /**
     * `pieces`: stock on hand minus the quantities of paid orders. `reservedPieces`: how many of
     * these pieces unpaid orders reserve.
     */
    pieces: z.int(),
    reservedPieces: z.int(),
    /** The customers who reserve the most pieces, largest first, at most five. */
    customers: z.array(
      z.object({
        email: z.string(),
        name: z.string(),
        emailConfirmed: z.boolean(),
        orders: z.int(),
        pieces: z.int(),
        total: z.number(),
      }),
    ),
  }),
})

/** A customer's open orders and spending. Money in dollars. */
const myOverview = z.object({
  ...dateRange,
  /** Unpaid orders by expiry, then paid unshipped orders, oldest first. At most twenty in total. */
  open: z.array(
    orderSummary.extend({
      status: orderStatus,
      placedAt: timestamp,
      reservedUntil: timestamp.nullable(),
    }),
  ),
  openCount: z.int(),
  unpaidCount: z.int(),
  toPay: z.number(),
  /** The total in dollars of the orders that were paid in the range and not refunded. */
  spent: z.number(),
  orders: z.int(),
  byDay: z.array(z.object({ day, spent: z.number(), orders: z.int() })),
})

export type Overview = z.infer<typeof overview>
export type MyOverview = z.infer<typeof myOverview>
export type OverviewDays = NonNullable<z.infer<typeof overviewQuery>['days']>

export const overviewCalls = {
  ...defineCalls('user', 'overview', {
    readMyOverview: {
      route: 'GET /api/my-overview',
      summary: 'Returns the caller’s open orders and their spending over a number of days.',
      querystring: overviewQuery,
      response: myOverview,
    },
  }),
  ...defineCalls('admin', 'overview', {
    readOverview: {
      route: 'GET /api/overview',
      summary:
        'Returns key figures of a number of days: revenue, orders by stage, pieces by family, low stock, oldest unshipped orders, and stock reserved by unpaid orders.',
      querystring: overviewQuery,
      response: overview,
    },
  }),
}
