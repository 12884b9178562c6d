import { useEffect, useState } from 'react'
import { ListSelect } from './list-select.tsx'

const periods = { today: 1, week: 7, month: 30, year: 365 } as const

type Period = keyof typeof periods | 'custom'

/** A filter by date. Dates have the form `2026-11-23`, in the user's time zone. Empty means not set. */
export interface DateFilters {
  period: Period | ''
  /** The first and the last day of the period `custom`. */
  from: string
  until: string
}

const OPTIONS: { value: Period | ''; name: string }[] = [
  { value: '', name: 'Any date' },
  { value: 'today', name: 'Today' },
  { value: 'week', name: 'Last 7 days' },
  { value: 'month', name: 'Last 30 days' },
  { value: 'year', name: 'Last 12 months' },
  { value: 'custom', name: 'From … to …' },
]

/** Parses the filter of a URL. Ignores invalid values. */
export function parseDateFilters(params: URLSearchParams): DateFilters {
  const period = OPTIONS.find(({ value }) => value === params.get('period'))?.value ?? ''
  const readDay = (name: string) => {
    const day = params.get(name) ?? ''
    return period === 'custom' && toTime(day) !== undefined ? day : ''
  }
  return { period, from: readDay('from'), until: readDay('until') }
}

/** Returns only the date filter from the filters of a list. */
export const pickDates = ({ period, from, until }: DateFilters): DateFilters => ({
  period,
  from,
  until,
})

/** Replaces a date filter with the start and end time of its period. */
export function withTimes<Filters extends DateFilters>({
  period,
  from,
  until,
  ...filters
}: Filters): Omit<Filters, 'period'> {
  return { ...filters, ...toTimes({ period, from, until }) } as unknown as Omit<Filters, 'period'>
}

/** Returns the first moment of the period, and the first moment after it, as ISO 8601. An empty text means no limit. */
export function toTimes(
  { period, from, until }: DateFilters,
  now = new Date(),
): { from: string; until: string } {
  if (period === '') return { from: '', until: '' }
  if (period !== 'custom') {
    const start = new Date(now.getFullYear(), now.getMonth(), now.getDate() - periods[period] + 1)
    return { from: start.toISOString(), until: '' }
  }
  return { from: toTime(from) ?? '', until: toTime(until, 1) ?? '' }
}

/** Returns the start and end time of a month like `toTimes`. 0 is the current month, 1 the previous one. */
export function toMonthTimes(monthsAgo: number, now = new Date()): { from: string; until: string } {
  const start = (month: number) => new Date(now.getFullYear(), month, 1).toISOString()
  const month = now.getMonth() - monthsAgo
  return { from: start(month), until: start(month + 1) }
}

/**
 * Returns the first moment of a day, or of a later day. Undefined for a text without the form `2026-11-23`, and for
 * years before 1000. Days that do not exist, such as 31 February, become later days.
 */
function toTime(day: string, daysLater = 0): string | undefined {
  const [, year, month, date] = /^([1-9]\d{3})-(\d\d)-(\d\d)$/.exec(day) ?? []
  if (!year) return undefined
  return new Date(Number(year), Number(month) - 1, Number(date) + daysLater).toISOString()
}

interface DateFilterProps {
  label?: string
  filters: DateFilters
  onChange: (filters: DateFilters) => void
}

/** A choice of periods. The last choice has fields for the first and the last day. */
export function DateFilter({ label = 'Date', filters, onChange }: DateFilterProps) {
  // The filters of a page include its cursor, which a new period must not keep.
  const dates = pickDates(filters)
  const { period, from, until } = dates
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-3">
      <ListSelect
        label={label}
        value={period}
        options={OPTIONS}
        onChange={(period) => onChange({ period, from: '', until: '' })}
      />
      {period === 'custom' && (
        <>
          <DayField label="From" value={from} onChange={(from) => onChange({ ...dates, from })} />
          <DayField label="To" value={until} onChange={(until) => onChange({ ...dates, until })} />
          <p className="secondary basis-full empty:absolute" role="status">
            {from && until && until < from && '“To” is before “From”.'}
          </p>
        </>
      )}
    </div>
  )
}

interface DayFieldProps {
  label: string
  value: string
  onChange: (day: string) => void
}

/**
 * Has its own text, because `value` comes from the URL, which changes later. Reports a day when its year is complete.
 */
function DayField({ label, value, onChange }: DayFieldProps) {
  const [day, setDay] = useState(value)
  useEffect(() => setDay(value), [value])

  function change(typed: string) {
    setDay(typed)
    if (typed === '' || typed >= '1000') onChange(typed)
  }
  return (
    <label className="list-select">
      <span className="cap">{label}</span>
      <input
        className="input"
        type="date"
        value={day}
        max="9999-12-31"
        onChange={({ target }) => change(target.value)}
      />
    </label>
  )
}
