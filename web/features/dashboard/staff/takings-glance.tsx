import type { Overview } from '@freehub/contract/dashboard/overview'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { Charted } from '../charted.tsx'
import { compared } from '../compared.ts'
import { DayBars } from '../day-bars.tsx'
import { type Figure, Figures } from '../figures.tsx'
import { signedDollars } from '../money-in-words.ts'
import { dayInWords, takingsInWords } from './takings-in-words.ts'
import { TakingsTable } from './takings-table.tsx'

interface TakingsGlanceProps {
  days: number
  takings: Overview['takings']
}

/** What was paid, what went back and what is left, beside the days before and day by day. */
export function TakingsGlance({ days, takings }: TakingsGlanceProps) {
  const { byDay } = takings
  const insight = takingsInWords(takings, days)
  return (
    <>
      <Figures figures={figuresOf(takings, days)} />
      <Charted
        title="Takings"
        insight={insight}
        chart={
          <DayBars
            label={`Takings by day. ${insight}`}
            bars={byDay.map(({ day, paid, refunded }) => ({ day, up: paid, down: refunded }))}
            read={(_, place) => dayInWords(byDay[place] as (typeof byDay)[number])}
            hint="Paid stands above the line, refunded below it."
          />
        }
        table={<TakingsTable byDay={byDay} />}
      />
    </>
  )
}

function figuresOf({ paid, refunded, net, orders, before }: Overview['takings'], days: number) {
  const beside = (now: number, then: number) => {
    const said = compared(now, then)
    return said && `${said} in the ${days} days before`
  }
  return [
    { name: 'Net', value: signedDollars(net), note: beside(net, before.net) },
    { name: 'Paid', value: formatDollars(paid), note: beside(paid, before.paid) },
    { name: 'Refunded', value: formatDollars(refunded), note: beside(refunded, before.refunded) },
    { name: 'Orders paid', value: formatCount(orders), note: beside(orders, before.orders) },
  ] satisfies Figure[]
}
