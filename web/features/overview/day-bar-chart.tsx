import { type PointerEvent, useState } from 'react'
import { formatCompactDollars, formatShortDay } from './format.ts'

/** Two amounts of a day in dollars, drawn above (`up`) and below (`down`) the zero line. */
interface DayBar {
  day: string
  up: number
  down: number
}

interface DayBarChartProps {
  label: string
  bars: DayBar[]
  describeBar: (bar: DayBar, index: number) => string
  hint: string
}

/** A chart with a bar for each day. The text above describes the bar under the pointer. */
export function DayBarChart({ label, bars, describeBar, hint }: DayBarChartProps) {
  const [selectedIndex, setSelectedIndex] = useState<number>()
  const scale = createScale(bars.flatMap(({ up, down }) => [up, -down]))
  const bar = selectedIndex === undefined ? undefined : bars[selectedIndex]

  function selectBar({ clientX, currentTarget }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect()
    const index = Math.floor(((clientX - left) / width) * bars.length)
    setSelectedIndex(Math.max(0, Math.min(bars.length - 1, index)))
  }

  return (
    <div
      className="px-5 pt-3 pb-2.5 border border-rule bg-plate max-[480px]:px-3"
      role="img"
      aria-label={label}
    >
      <p className="num min-h-[1.55em] text-ink-2 text-label">
        {bar && selectedIndex !== undefined ? describeBar(bar, selectedIndex) : hint}
      </p>
      <div className="relative h-60 mt-4.5 mr-0 mb-2 ml-14.5">
        <Ticks scale={scale} />
        <div
          className="absolute inset-0 flex touch-pan-y"
          onPointerMove={selectBar}
          onPointerDown={selectBar}
          onPointerLeave={() => setSelectedIndex(undefined)}
        >
          {bars.map(({ day, up, down }, index) => (
            <span
              key={day}
              className="day-column relative flex-1 min-w-0"
              data-pointed={index === selectedIndex || undefined}
            >
              {up > 0 && <i className="day-up" style={positionBar(scale, 0, up)} />}
              {down > 0 && (
                <i
                  className="day-down border-[1.5px] border-bad bg-bad-tint"
                  style={positionBar(scale, -down, 0)}
                />
              )}
            </span>
          ))}
        </div>
      </div>
      <DayLabels days={bars.map(({ day }) => day)} />
    </div>
  )
}

function positionBar({ bottom, top }: Scale, from: number, to: number) {
  const toPercent = (amount: number) => `${(100 * amount) / (top - bottom)}%`
  return { bottom: toPercent(from - bottom), height: `max(1px, ${toPercent(to - from)})` }
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
      <small>{formatCompactDollars(tick, Math.max(top, -bottom))}</small>
    </span>
  ))
}

const LABEL_COUNT = 5

/** Labels, centred below their days. The first and the last label align with the edges of the chart. */
function DayLabels({ days }: { days: string[] }) {
  const indexes = Array.from({ length: LABEL_COUNT }, (_, n) =>
    Math.round((n * (days.length - 1)) / (LABEL_COUNT - 1)),
  )
  return (
    <p className="day-labels normal-nums relative h-[1.5em] ml-14.5 text-ink-2 font-display text-[14.5px]/[1.5] font-medium">
      {indexes.map((index) => (
        <span
          key={index}
          className="absolute -translate-x-1/2 first:left-0! first:translate-x-0 last:right-0 last:left-auto! last:translate-x-0"
          style={{ left: `${(100 * (index + 0.5)) / days.length}%` }}
        >
          {formatShortDay(days[index] ?? '')}
        </span>
      ))}
    </p>
  )
}

/** The value axis of a chart: equal steps from `bottom` through 0 to `top`. */
interface Scale {
  bottom: number
  top: number
  ticks: number[]
}

const STEPS = 4

/** Returns a scale with round steps that contains 0 and all amounts. The scale is never empty. */
export function createScale(amounts: number[]): Scale {
  const max = Math.max(0, ...amounts)
  const min = Math.min(0, ...amounts)
  const step = roundUp((max - min || 1) / STEPS)
  const above = Math.ceil(max / step) || (min < 0 ? 0 : 1)
  const below = Math.ceil(-min / step)
  const ticks = Array.from({ length: above + below + 1 }, (_, n) => (n - below) * step)
  return { bottom: -below * step, top: above * step, ticks }
}

/** Rounds up to 1, 2, 2.5 or 5 times a power of ten. */
function roundUp(amount: number): number {
  const power = 10 ** Math.floor(Math.log10(amount))
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= amount) ?? 10
  return factor * power
}
