import type { FitCheck } from '@freehub/contract/fitment/fitment'
import { use } from 'react'
import { pluralize } from '../../api/format-count.ts'
import { CheckIcon, WarnIcon } from '../../ui/icons.tsx'
import { type RowFit as Fit, FitContext } from './fit-context.ts'
import { ProposedPart } from './proposed-part.tsx'

/** The column Fit of a line in the cart. Empty if lines are not checked. */
export function RowFit({ id }: { id: string }) {
  const fit = use(FitContext)
  if (!fit) return null
  const row = fit.rowOf(id)
  return (
    <p className="row-fit" data-state={row.state}>
      {row.state === 'fits' && <CheckIcon />}
      {row.state === 'conflict' && <WarnIcon />}
      {formatState(row)}
    </p>
  )
}

function formatState({ state, fitsBike, partCount }: Fit) {
  switch (state) {
    case 'conflict':
      return 'Conflict'
    case 'fits':
      return `Fits ${[fitsBike && 'the bike', partCount > 0 && pluralize(partCount, 'part', 'parts')].filter(Boolean).join(' and ')}`
    case 'unknown':
      return 'Fit not known'
    case 'none':
      return '–'
  }
}

/** The conflicts that the line of a part shows, each with the parts that solve it. */
export function RowConflicts({ id }: { id: string }) {
  const fit = use(FitContext)
  const conflicts = fit?.rowOf(id).conflicts ?? []
  if (!fit || conflicts.length === 0) return null
  return (
    <div className="row-conflicts">
      {conflicts.map(({ interface: interfaceId, why, instead }) => (
        <Conflict
          key={`${interfaceId} ${why}`}
          why={why}
          instead={instead}
          quantityOf={fit.quantityOf}
          onSwap={fit.swap}
        />
      ))}
    </div>
  )
}

interface ConflictProps extends Pick<FitCheck['conflicts'][number], 'why' | 'instead'> {
  /** The name of the part that does not fit, if its line does not show the conflict. */
  name?: string | undefined
  quantityOf: (part: Instead) => number
  onSwap: (replacedId: string, part: Instead) => Promise<unknown> | undefined
}

type Instead = FitCheck['conflicts'][number]['instead'][number]

/** A conflict: the reason why two parts do not fit, and the parts that solve it. */
export function Conflict({ why, name, instead, quantityOf, onSwap }: ConflictProps) {
  return (
    <div className="row-conflict">
      <p>
        <WarnIcon />
        <span>
          {why}
          {name && <small className="block text-[14px] font-normal">{name}</small>}
        </span>
      </p>
      {instead.length > 0 && (
        <details className="open:basis-full">
          <summary className="btn btn-outline btn-sm list-none">Swap</summary>
          <ul className="proposals mt-2">
            {instead.map((part) => (
              <ProposedPart
                key={part.productId}
                part={part}
                quantity={quantityOf(part)}
                label="Swap in"
                onTake={() => onSwap(part.replaces, part)}
              />
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
