import { z } from 'zod'
import { order } from './orders.ts'
import { part } from './parts.ts'

const moment = z.iso.datetime()

export const OVERVIEW_DAYS = ['7', '30', '90'] as const

export const overviewQuery = z.strictObject({
  days: z.enum(OVERVIEW_DAYS, 'days is 7, 30 or 90.').optional(),
})

/** Money in dollars, exact to the cent; days as YYYY-MM-DD in UTC, each of the span once, oldest first. */
export const overview = z.object({
  days: z.int(),
  from: z.iso.date(),
  to: z.iso.date(),
  takings: z.object({
    paid: z.number(),
    refunded: z.number(),
    net: z.number(),
    orders: z.int(),
    byDay: z.array(
      z.object({ day: z.iso.date(), paid: z.number(), refunded: z.number(), orders: z.int() }),
    ),
    /** The same number of days before. */
    before: z.object({ paid: z.number(), refunded: z.number(), net: z.number(), orders: z.int() }),
  }),
  /** Of the orders placed in the span, what they have become. */
  ordersByStage: z.array(
    z.object({
      stage: z.enum(['Pending', 'Paid', 'Shipped', 'Cancelled', 'Refunded']),
      count: z.int(),
      total: z.number(),
    }),
  ),
  /** Pieces in orders that were paid in the span and not refunded, by family, most first. */
  piecesByFamily: z.array(z.object({ family: z.string(), pieces: z.int(), total: z.number() })),
  /** Parts whose stock ends soonest at the pace of the span, or that can no longer be ordered. */
  runningLow: z.array(part.extend({ sold: z.int(), daysLeft: z.number().nullable() })),
  /** Paid and not shipped, longest first. */
  waiting: z.array(order.extend({ paidAt: moment })),
  waitingCount: z.int(),
})

/** A customer's own: what is open, and what he spent by month of the span, in dollars. */
export const myOverview = z.object({
  days: z.int(),
  from: z.iso.date(),
  to: z.iso.date(),
  open: z.array(order.extend({ placedAt: moment, reservedUntil: moment.nullable() })),
  openCount: z.int(),
  toPay: z.number(),
  spent: z.number(),
  orders: z.int(),
  byDay: z.array(z.object({ day: z.iso.date(), spent: z.number() })),
})
