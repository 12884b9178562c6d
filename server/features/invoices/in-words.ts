import { formatCount, formatDollars } from '@freehub/contract/money'
import type { OrderOnPaper } from './order-on-paper.ts'

const LINES_AT_MOST = 8

/** Amounts as papers say them: `$1,680.00`. */
export const amount = (cents: number): string => formatDollars(cents / 100)

/** `1,240 pieces`, `1 carton`. */
export const counted = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** A day, as the shop counts them everywhere: `21 November 2026`. */
export const day = (moment: Date): string => days.format(moment)

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** The lines of an address as it was typed. Of very many, commas make fewer. */
export function addressLines(address: string): string[] {
  const lines = address.split(/[\r\n]+/).map((line) => line.trim())
  const said = lines.filter((line) => line !== '')
  return said.length > LINES_AT_MOST ? [said.join(', ')] : said
}

/** Who ordered, and how he is reached. Of somebody who has left, no more than that. */
export function customerLines({ name, address, phone, email }: OrderOnPaper): string[] {
  const isGone = email.endsWith('@deleted.invalid')
  return [name, ...addressLines(address), phone, isGone ? '' : email].filter((line) => line !== '')
}
