import { counted } from '../../../api/counted.ts'

const HOUR = 3_600_000

/** How many paid orders wait to be shipped, and since when the first does. */
export function waitingInWords(count: number, since: string | undefined, nowMs: number): string {
  if (!since) return 'Nothing waits to be shipped.'
  const waiting = counted(count, 'paid order waits', 'paid orders wait')
  return `${waiting} to be shipped, the first for ${ageInWords(nowMs - Date.parse(since))}.`
}

function ageInWords(ms: number): string {
  const hours = Math.floor(ms / HOUR)
  if (hours < 1) return 'less than an hour'
  return hours < 48
    ? counted(hours, 'hour', 'hours')
    : counted(Math.floor(hours / 24), 'day', 'days')
}
