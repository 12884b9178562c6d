import type { FitCheck } from '@freehub/contract/fitment/fitment'
import { pluralize } from '@freehub/contract/money'
import { use } from 'react'
import { CheckIcon, WarnIcon } from '../../ui/icons.tsx'
import { toTitleCase } from '../../ui/to-title-case.ts'
import { LineFitContext, type LineVerdict } from './line-fit-context.ts'
import { ProposedPart } from './proposed-part.tsx'

/** The fit of a line in the cart or in a job. Empty until the check has loaded. */
export function LineFit({ productId }: { productId: string }) {
  const context = use(LineFitContext)
  if (!context) return null
  const verdict = context.verdictOf(productId)
  return (
    <p
      className="line-fit"
      data-state={verdict.state}
      data-reasons={verdict.otherReasons || undefined}
    >
      {verdict.state === 'fits' && <CheckIcon />}
      {verdict.state === 'conflict' && <WarnIcon />}
      {formatVerdict(verdict)}
    </p>
  )
}

function formatVerdict({ state, fitsBike, partCount }: LineVerdict) {
  switch (state) {
    case 'conflict':
      return 'Conflict'
    case 'fits':
      return `Fits ${[fitsBike && 'the bike', partCount > 0 && pluralize(partCount, 'other part', 'other parts')].filter(Boolean).join(' and ')}`
    case 'unknown':
      return 'Fit not known'
    case 'none':
      return ''
  }
}

/** The conflicts that the line of a part shows, each with the parts that solve it. */
export function LineConflicts({ productId }: { productId: string }) {
  const context = use(LineFitContext)
  const conflicts = context?.verdictOf(productId).conflicts ?? []
  if (!context || conflicts.length === 0) return null
  return (
    <div id={getConflictsId(productId)} className="line-conflicts">
      {conflicts.map(({ interface: interfaceId, why, instead }) => (
        <Conflict
          key={`${interfaceId} ${why}`}
          why={why}
          instead={instead}
          nameOf={context.nameOf}
          quantityOf={context.quantityOf}
          onReplace={context.replace}
        />
      ))}
    </div>
  )
}

export const getConflictsId = (productId: string) => `conflicts-${productId}`

interface ConflictProps extends Pick<FitCheck['conflicts'][number], 'why' | 'instead'> {
  nameOf: (productId: string) => string
  quantityOf: (part: Instead) => number
  onReplace: (replacedId: string, part: Instead) => Promise<unknown> | undefined
}

type Instead = FitCheck['conflicts'][number]['instead'][number]

/** A conflict: the reason why two parts do not fit, and the parts that solve it. */
function Conflict({ why, instead, nameOf, quantityOf, onReplace }: ConflictProps) {
  const replacedNames = new Set(instead.map(({ replaces }) => shortenName(nameOf(replaces))))
  return (
    <div className="line-conflict">
      <p>
        <WarnIcon />
        {why}
      </p>
      {instead.length > 0 && (
        <details className="open:basis-full">
          <summary className="btn btn-outline btn-sm list-none">
            Swap {toTitleCase([...replacedNames].join(' or '))}
          </summary>
          <ul className="proposals mt-2">
            {instead.map((part) => (
              <ProposedPart
                key={part.productId}
                part={part}
                quantity={quantityOf(part)}
                label="Swap In"
                replacedName={replacedNames.size > 1 ? nameOf(part.replaces) : undefined}
                onSelect={() => onReplace(part.replaces, part)}
              />
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

/** Returns a part's name without its sizes: `Holm chain, 9-speed, 116 links` becomes `Holm chain`. */
const shortenName = (name: string) => name.split(',', 1)[0] ?? name
