const formatter = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const nearFormatter = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const dayFormatter = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

/** A date and time in the user's time zone: `24 Nov 2026, 15:08`. */
export function Timestamp({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {formatter.format(new Date(at))}
    </time>
  )
}

/** The date of a moment in the user's time zone: `24 Nov 2026`. The tooltip shows the time. */
export function Day({ at }: { at: string }) {
  const time = new Date(at)
  return (
    <time dateTime={at} title={formatter.format(time)} className="whitespace-nowrap">
      {dayFormatter.format(time)}
    </time>
  )
}

/** Formats a date without the current year: `24 Nov` or `24 Nov 2025`. */
export const formatDay = (at: string) =>
  dayFormatter.format(new Date(at)).replace(` ${new Date().getFullYear()}`, '')

/** A moment in the near past or future, without the year: `24 Nov, 15:08`. */
export function NearTime({ at }: { at: string }) {
  return <time dateTime={at}>{formatNearTime(at)}</time>
}

export const formatNearTime = (at: string) => nearFormatter.format(new Date(at))
