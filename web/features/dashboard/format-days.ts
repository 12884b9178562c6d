const dayAndMonth = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const fullDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** Formats an ISO day in UTC: `2026-11-21` as `21 Nov`. */
export function formatShortDay(day: string): string {
  return dayAndMonth.format(new Date(day))
}

/** Formats an inclusive range of days: `23 Oct to 21 Nov 2026, UTC`. */
export function formatDayRange({ from, to }: { from: string; to: string }): string {
  return `${formatShortDay(from)} to ${fullDate.format(new Date(to))}, UTC`
}
