const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** A moment by the clock of whoever looks: `24 Nov 2026, 15:08`. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="moment">
      {words.format(new Date(at))}
    </time>
  )
}
