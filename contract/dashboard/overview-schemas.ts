import { z } from 'zod'
import { part } from '../catalog/part-schemas.ts'
import { order } from '../orders/order-schemas.ts'

const moment = z.iso.datetime()
const day = z.iso.date()

export const OVERVIEW_DAYS = ['7', '30', '90'] as const

export const overviewQuery = z.strictObject({
  days: z.enum(OVERVIEW_DAYS, 'days is 7, 30 or 90.').optional(),
})

/** So many days of UTC, today's the last. */
const span = { days: z.int(), from: day, to: day }

/** Money in dollars, exact to the cent: what was paid in a span, what went back, and what is left of it. */
const takings = {
  paid: z.number(),
  refunded: z.number(),
  net: z.number(),
  /** How many were paid. */
  orders: z.int(),
}

export const overview = z.object({
  ...span,
  takings: z.object({
    ...takings,
    /** Each day of the span once, oldest first. */
    byDay: z.array(z.object({ day, ...takings })),
    /** The same number of days before. */
    before: z.object(takings),
  }),
  /** Of the orders placed in the span, what they have become: each stage once. */
  ordersByStage: z.array(
    z.object({
      stage: z.enum(['Pending', 'Paid', 'Shipped', 'Cancelled', 'Refunded']),
      count: z.int(),
      total: z.number(),
    }),
  ),
  /** Pieces in orders that were paid in the span and not refunded, by family, most first; null has none. */
  piecesByFamily: z.array(
    z.object({ family: z.string().nullable(), pieces: z.int(), total: z.number() }),
  ),
  /**
   * Parts of which less than the minimum order is left, and those that come to an end within
   * RUNNING_LOW_DAYS at the pace of the span: soonest first, at most ten, and how many there are, of
   * which so many can no longer be ordered.
   */
  runningLow: z.array(
    part.pick({ _id: true, name: true, availableQuantity: true, minimumOrder: true }).extend({
      sold: z.int(),
      /** Whole days; 0 can no longer be ordered. */
      daysLeft: z.int(),
    }),
  ),
  runningLowCount: z.int(),
  soldOutCount: z.int(),
  /** Paid, neither shipped nor being refunded: longest first, at most ten, and how many there are. */
  waiting: z.array(
    order
      .pick({ _id: true, email: true, name: true, quantity: true, productName: true })
      .extend({ totalPrice: z.number(), paidAt: moment }),
  ),
  waitingCount: z.int(),
  /** What unpaid orders reserve now. */
  reserved: z.object({
    /** Parts that can be ordered, or could be without these orders, and those that cannot be because of them. */
    parts: z.int(),
    blockedParts: z.int(),
    /** Pieces that are not in paid orders, and those of them that are in unpaid ones. */
    pieces: z.int(),
    reservedPieces: z.int(),
    /** The customers who reserve most pieces, most first, at most five. */
    customers: z.array(
      z.object({
        email: z.string(),
        emailConfirmed: z.boolean(),
        orders: z.int(),
        pieces: z.int(),
        total: z.number(),
      }),
    ),
  }),
})

/** A customer's own: what is open, and what he spent. Money in dollars. */
export const myOverview = z.object({
  ...span,
  /** Not paid, what lapses first at the top; then paid and not shipped, longest first. At most twenty. */
  open: z.array(
    order
      .pick({ _id: true, quantity: true, productName: true, totalPrice: true, status: true })
      .extend({ placedAt: moment, reservedUntil: moment.nullable() }),
  ),
  openCount: z.int(),
  unpaidCount: z.int(),
  toPay: z.number(),
  /** In orders that were paid in the span and not refunded. */
  spent: z.number(),
  orders: z.int(),
  byDay: z.array(z.object({ day, spent: z.number(), orders: z.int() })),
})
