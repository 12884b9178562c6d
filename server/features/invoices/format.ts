import { formatCount, formatDollars } from '@freehub/contract/money'
import type { OrderForDocument } from './order-for-document.ts'

const MAX_ADDRESS_LINES = 8

/** `$1,680.00` */
export const formatAmount = (cents: number): string => formatDollars(cents / 100)

/** `1,240 pieces`, `1 carton`. */
export const formatUnits = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** `21 November 2026`, in UTC. */
export const formatDay = (date: Date): string => dayFormat.format(date)

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Splits an address into its lines. Joins them with commas if there are more than eight. */
export function splitAddress(address: string): string[] {
  const lines = address.split(/[\r\n]+/).map((line) => line.trim())
  const filled = lines.filter((line) => line !== '')
  return filled.length > MAX_ADDRESS_LINES ? [filled.join(', ')] : filled
}

/** Returns the lines of a customer's name and contact. Omits the e-mail of a deleted account. */
export function formatCustomer({ name, address, phone, email }: OrderForDocument): string[] {
  const isDeleted = email.endsWith('@deleted.invalid')
  return [name, ...splitAddress(address), phone, isDeleted ? '' : email].filter(
    (line) => line !== '',
  )
}
