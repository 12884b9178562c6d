import { type PointerEvent, useState } from 'react'
import { dayInShort } from './days-in-words.ts'
import { dollarsInShort } from './money-in-words.ts'
import { type Scale, scaleOf } from './scale.ts'

/** Dollars of a day: what came in stands above the line, what went back hangs below it. */
interface DayBar {
  day: string
  up: number
  down: number
}

interface DayBarsProps {
  /** What the chart says, for who cannot see it. */
  label: string
  bars: DayBar[]
  /** All about one day, for whoever points at it. */
  read: (bar: DayBar, place: number) => string
  /** What is told while nobody points. */
  hint: string
}

/** Bars by day. Pointing at one reads it; its numbers are in the table beside it. */
export function DayBars({ label, bars, read, hint }: DayBarsProps) {
  const [pointed, setPointed] = useState<number>()
  const scale = scaleOf(bars.flatMap(({ up, down }) => [up, -down]))
  const bar = pointed === undefined ? undefined : bars[pointed]

  function point({ clientX, currentTarget }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect()
    const place = Math.floor(((clientX - left) / width) * bars.length)
    setPointed(Math.max(0, Math.min(bars.length - 1, place)))
  }

  return (
    <div className="day-bars" role="img" aria-label={label}>
      <p className="day-read num">{bar && pointed !== undefined ? read(bar, pointed) : hint}</p>
      <div className="day-plot">
        <Ticks scale={scale} />
        <div
          className="day-columns"
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setPointed(undefined)}
        >
          {bars.map(({ day, up, down }, place) => (
            <span key={day} className="day-column" data-pointed={place === pointed || undefined}>
              {up > 0 && <i className="day-up" style={placed(scale, 0, up)} />}
              {down > 0 && <i className="day-down" style={placed(scale, -down, 0)} />}
            </span>
          ))}
        </div>
      </div>
      <DayNames days={bars.map(({ day }) => day)} />
    </div>
  )
}

/** Where a bar from one amount to another lies on the scale; what is not nothing is seen. */
function placed({ bottom, top }: Scale, from: number, to: number) {
  const share = (amount: number) => `${(100 * amount) / (top - bottom)}%`
  return { bottom: share(from - bottom), height: `max(1px, ${share(to - from)})` }
}

function Ticks({ scale }: { scale: Scale }) {
  const { bottom, top, ticks } = scale
  return ticks.map((tick) => (
    <span
      key={tick}
      className="day-tick"
      data-zero={tick === 0 || undefined}
      style={{ bottom: `${(100 * (tick - bottom)) / (top - bottom)}%` }}
    >
      <small>{dollarsInShort(tick)}</small>
    </span>
  ))
}

const NAMED = 5

/** The first and the last day, and some between them. */
function DayNames({ days }: { days: string[] }) {
  const places = Array.from({ length: NAMED }, (_, n) =>
    Math.round((n * (days.length - 1)) / (NAMED - 1)),
  )
  return (
    <p className="day-names num">
      {places.map((place) => (
        <span key={place}>{dayInShort(days[place] ?? '')}</span>
      ))}
    </p>
  )
}
