const dayAndMonth = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const whole = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** A day of UTC, as the shop's answers name it: `2026-11-21` is `21 Nov`. */
export function dayInShort(day: string): string {
  return dayAndMonth.format(new Date(day))
}

/** The days from one to another, both of them: `23 Oct to 21 Nov 2026, UTC`. */
export function spanInWords({ from, to }: { from: string; to: string }): string {
  return `${dayInShort(from)} to ${whole.format(new Date(to))}, UTC`
}
