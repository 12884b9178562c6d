import { COMPATIBLE_COUNT_MAXIMUM, type PartRelations } from '@freehub/contract/catalog/parts'
import { formatCount } from '@freehub/contract/money'
import { pluralizeCapped } from '../../../api/format-count.ts'
import { formatSizes } from '../search/format-size.ts'
import { CompatiblePart } from './compatible-part.tsx'

type Fit = PartRelations['fits'][number]

/** One connection of a part: its size there, and compatible parts. */
export function PartFit({ fit }: { fit: Fit }) {
  return (
    <li className="fit">
      <div className="fit-words">
        <h3>{fit.name}</h3>
        <p className="fit-size">
          {fit.role === 'needs' ? 'Needs:' : 'Size:'} <b>{formatSizes(fit)}</b>
        </p>
        {fit.note && <p className="fit-note">{fit.note}</p>}
        {fit.standard && <p className="cap">{fit.standard}</p>}
      </div>
      <div>
        {formatCounterpart(fit) && <p className="fit-other">{formatCounterpart(fit)}</p>}
        {fit.parts.length > 0 && (
          <ul className="mates">
            {fit.parts.map((part) => (
              <CompatiblePart key={part._id} part={part} />
            ))}
          </ul>
        )}
        {fit.count > fit.parts.length && (
          <p className="fit-count">
            {formatCount(fit.parts.length)} of{' '}
            {pluralizeCapped(
              fit.count,
              'compatible part',
              'compatible parts',
              COMPATIBLE_COUNT_MAXIMUM,
            )}
          </p>
        )}
      </div>
    </li>
  )
}

/** Names the counterpart that the shop does not sell, such as the frame. */
function formatCounterpart({ counterpart, parts }: Fit): string | undefined {
  if (counterpart !== 'catalogue') {
    const suffix = parts.length > 0 ? ' Our compatible parts:' : ''
    return `This connects to the ${counterpart}. Check its size before you order.${suffix}`
  }
  return parts.length > 0 ? undefined : 'We have no compatible parts on sale.'
}
