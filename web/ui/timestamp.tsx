const formatter = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** A date and time in the user's time zone: `24 Nov 2026, 15:08`. */
export function Timestamp({ at }: { at: string }) {
  return (
    <time dateTime={at} className="timestamp">
      {formatter.format(new Date(at))}
    </time>
  )
}
