import { MATES_UP_TO, type PartRelations } from '@freehub/contract/catalog/parts'
import { formatCount } from '@freehub/contract/money'
import { countedSoFar } from '../../../api/counted.ts'
import { sizesInWords } from '../search/size-in-words.ts'
import { MatingPart } from './mating-part.tsx'

type Fit = PartRelations['fits'][number]

/** One place where a part meets another: its own size there, and what agrees with it. */
export function PartFit({ fit }: { fit: Fit }) {
  return (
    <li className="fit">
      <div className="fit-words">
        <h3>{fit.name}</h3>
        <p className="fit-size">
          This part {fit.role} <b>{sizesInWords(fit)}</b>
        </p>
        {fit.note && <p className="fit-note">{fit.note}</p>}
        {fit.standard && <p className="cap">{fit.standard}</p>}
      </div>
      <div>
        {belonging(fit) && <p className="fit-other">{belonging(fit)}</p>}
        {fit.parts.length > 0 && (
          <ul className="mates">
            {fit.parts.map((part) => (
              <MatingPart key={part._id} part={part} />
            ))}
          </ul>
        )}
        {fit.count > fit.parts.length && (
          <p className="fit-count">
            {formatCount(fit.parts.length)} of{' '}
            {countedSoFar(fit.count, 'part', 'parts', MATES_UP_TO)} that agree
          </p>
        )}
      </div>
    </li>
  )
}

/** Whose the other side is, where it is not ours. */
function belonging({ counterpart, parts }: Fit): string | undefined {
  if (counterpart !== 'catalogue') {
    const ours = parts.length > 0 ? ' Of our parts these agree:' : ''
    return `The other side belongs to the ${counterpart}: check it before you order.${ours}`
  }
  return parts.length > 0 ? undefined : 'None of our parts on sale agrees here.'
}
