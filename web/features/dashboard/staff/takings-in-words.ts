import type { Overview } from '@freehub/contract/dashboard/overview'
import { formatDollars } from '@freehub/contract/money'
import { counted } from '../../../api/counted.ts'
import { compared } from '../compared.ts'
import { dayInShort } from '../days-in-words.ts'
import { signedDollars } from '../money-in-words.ts'

type Takings = Overview['takings']

/** What the takings say: how much is left of them, beside the days before, and which day brought most. */
export function takingsInWords({ net, orders, refunded, byDay, before }: Takings, days: number) {
  if (orders === 0 && refunded === 0) return `Nothing was paid in these ${days} days.`
  const beside = compared(net, before.net)
  const than = beside
    ? `, ${beside} in the ${days} days before`
    : before.orders === 0
      ? `; the ${days} days before brought nothing`
      : `, after ${signedDollars(before.net)} in the ${days} days before`
  const best = byDay.reduce((one, other) => (other.paid > one.paid ? other : one))
  const bestDay =
    best.paid > 0 ? ` Most came on ${dayInShort(best.day)}: ${formatDollars(best.paid)}.` : ''
  return `${signedDollars(net)} in ${days} days${than}.${bestDay}`
}

/** One day's takings, as they are read to whoever points at it. */
export function dayInWords({ day, paid, refunded, orders }: Takings['byDay'][number]): string {
  const back = refunded > 0 ? `, ${formatDollars(refunded)} refunded` : ''
  return `${dayInShort(day)}: ${formatDollars(paid)} paid in ${counted(orders, 'order', 'orders')}${back}`
}
