import type { WheelPlan } from '@freehub/contract/fitment/fitment'
import { SPOKE_TOLERANCE } from '@freehub/contract/limits'
import { formatCents, formatCount, pluralize } from '@freehub/contract/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { TitleBlock } from '../../../ui/drawing-title-block.tsx'
import { getPlaceholderUrl } from '../../../ui/drawing-url.ts'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { PartName } from '../../../ui/part-name.tsx'
import { QueryError } from '../../../ui/query-state.tsx'
import { wheelPlanQuery } from '../fitment-queries.ts'
import { LineStock, StockWarning, Warning } from '../line-stock.tsx'
import { WheelActions } from './wheel-actions.tsx'
import type { WheelChoices } from './wheel-url.ts'

/** The drawing of the wheel, its spoke lengths and the parts for all wheels. */
export function WheelResult({ choices }: { choices: WheelChoices }) {
  const hasChoices = choices.hub !== '' && choices.rim !== ''
  const query = useQuery(wheelPlanQuery(hasChoices ? choices : undefined))
  const plan = hasChoices && !query.error ? query.data : undefined

  return (
    <div
      className="wheel-result print:block print:space-y-6 grid grid-cols-1 content-start gap-5.5"
      aria-live="polite"
    >
      <div className="frame">
        <picture>
          {plan?.drawing && <source media="(min-width: 640px)" srcSet={plan.drawing} />}
          <img
            className="w-full h-auto object-contain sm:max-h-115"
            src={plan?.drawing?.replace('.svg', '-card.svg') ?? getPlaceholderUrl('wheel')}
            width="640"
            height="480"
            alt={
              plan?.drawing
                ? `Drawing: wheel with ${plan.spokeHoles} spokes, ${plan.crosses}-cross`
                : ''
            }
          />
        </picture>
        <TitleBlock
          cells={[
            ['Title', plan?.drawing ? 'Wheel, to scale' : 'Wheel'],
            ['Spokes', plan && `${plan.spokeHoles}, ${plan.crosses}-cross`],
            ['Left', plan && formatLength(plan, 'left')],
            ['Right', plan && formatLength(plan, 'right')],
          ]}
        />
      </div>
      {!hasChoices && <p className="secondary">Choose a hub and a rim to see the spokes.</p>}
      {hasChoices && <QueryError query={query} />}
      {plan && <WheelParts plan={plan} isStale={query.isPlaceholderData} />}
    </div>
  )
}

function formatLength({ sides }: WheelPlan, side: 'left' | 'right'): string {
  const length = sides.find((wheelSide) => wheelSide.side === side)?.lengthMm
  return length === undefined ? '–' : `${length.toFixed(1)} mm`
}

interface WheelPartsProps {
  plan: WheelPlan
  /** True while the plan for changed choices loads. */
  isStale: boolean
}

function WheelParts({ plan, isStale }: WheelPartsProps) {
  const { conflict, lacking, lines } = plan
  // The first line is the hub. The choices may already state another number.
  const count = lines[0]?.needed ?? 0
  const wheels = pluralize(count, 'wheel', 'wheels')
  const totalCents = lines.reduce((sum, line) => sum + line.quantity * line.unitPriceCents, 0)
  const neededCents = lines.reduce((sum, line) => sum + line.needed * line.unitPriceCents, 0)
  return (
    <section
      className="print:block print:space-y-6 grid grid-cols-1 content-start gap-5.5"
      aria-labelledby="wheel-parts"
      aria-busy={isStale}
    >
      <Warning text={conflict} />
      <Warning text={lacking} />
      <StockWarning lines={lines} units={wheels} />
      <div className="wheel-bar flex flex-wrap items-center gap-x-6 gap-y-3 sm:gap-y-4">
        <h2 id="wheel-parts" className="max-sm:sr-only flex-1 text-[32px]/none">
          {wheels}
        </h2>
        <p className="leading-none max-sm:flex max-sm:flex-1 max-sm:flex-wrap max-sm:items-end max-sm:gap-x-2">
          Total{' '}
          <b className="sm:ml-2 font-display text-[28px]/[0.8] sm:text-[40px]/[0.8] font-semibold tabular-nums">
            {formatCents(totalCents)}
          </b>
          {count > 1 && (
            <span className="secondary block ml-auto text-right sm:mt-2">
              {formatCents(neededCents / count)} of parts per wheel
            </span>
          )}
        </p>
        {!conflict && <WheelActions plan={plan} wheels={count} isStale={isStale} />}
      </div>
      <DataTable
        label="Parts of the wheels"
        className="number-columns"
        rows={lines}
        getKey={({ productId }) => productId}
        columns={[
          {
            name: 'Part',
            className: 'wrap-anywhere',
            render: (line) => (
              <>
                <Link to={paths.part(line.productId)}>
                  <PartName name={line.name} />
                </Link>
                <span className="secondary block">
                  {formatCents(line.unitPriceCents)} each
                  {explainLeftOver(line)}
                </span>
                <LineStock line={line} />
              </>
            ),
          },
          { name: 'Needed', number: ({ needed }) => formatCount(needed) },
          { name: 'To order', number: ({ quantity }) => formatCount(quantity) },
          {
            name: 'Left over',
            number: ({ leftOver }) => (leftOver > 0 ? formatCount(leftOver) : '–'),
          },
          {
            name: 'Price',
            number: ({ quantity, unitPriceCents }) => formatCents(quantity * unitPriceCents),
          },
        ]}
      />
      <p className="secondary">
        Spokes fit if they are at most {SPOKE_TOLERANCE.shorter} mm shorter or{' '}
        {SPOKE_TOLERANCE.longer} mm longer than computed.
      </p>
    </section>
  )
}

/** Returns why more pieces must be ordered than needed. */
function explainLeftOver(line: WheelPlan['lines'][number]) {
  const { needed, leftOver, minimumOrder, orderMultiple } = line
  if (leftOver === 0) return null
  if (needed < minimumOrder) return `, minimum order ${formatCount(minimumOrder)}`
  return `, sold in multiples of ${formatCount(orderMultiple ?? 1)}`
}
