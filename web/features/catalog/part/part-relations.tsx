import {
  COMPATIBLE_COUNT_MAXIMUM,
  isSoldOut,
  type Part,
  type PartRelations as Relations,
} from '@freehub/contract/catalog/parts'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pluralizeCapped } from '../../../api/capped-count.ts'
import { paths } from '../../../paths.ts'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { PartName } from '../../../ui/part-name.tsx'
import { PartIcon } from '../../../ui/part-picture.tsx'
import { QueryError } from '../../../ui/query-state.tsx'
import { PartGrid } from '../part-grid.tsx'
import { partRelationsQuery } from './part-queries.ts'

export function PartRelations({ id }: { id: string }) {
  const query = useQuery(partRelationsQuery(id))
  const { data: relations } = query
  if (query.error && !relations) {
    return (
      <div className="part-more">
        <QueryError query={query} />
      </div>
    )
  }
  if (!relations) return <LoadingScreen />
  return (
    <>
      <PartFits fits={relations.fits} />
      <SimilarParts parts={relations.similar} />
    </>
  )
}

function PartFits({ fits }: { fits: Relations['fits'] }) {
  if (fits.length === 0) return null
  return (
    <section className="part-more" aria-labelledby="fits">
      <div className="part-more-head">
        <h2 id="fits">Fits</h2>
        <p className="max-w-[34em] text-ink-2 text-[18px] text-balance">
          Compatible parts, by connection.
        </p>
      </div>
      <ul className="fits">
        {fits.map((fit) => (
          <PartFit key={`${fit.role} ${fit.name}`} fit={fit} />
        ))}
      </ul>
    </section>
  )
}

type Fit = Relations['fits'][number]

function PartFit({ fit }: { fit: Fit }) {
  return (
    <li className="fit">
      <div className="grid content-start gap-2 print:gap-[1mm]">
        <h3>{fit.name}</h3>
        <p className="font-medium wrap-anywhere">{fit.why}</p>
        {fit.note && <p className="fit-note">{fit.note}</p>}
        {fit.standard && <p className="cap">{fit.standard}</p>}
      </div>
      <div>
        {formatCounterpart(fit) && <p className="fit-counterpart">{formatCounterpart(fit)}</p>}
        {fit.parts.length > 0 && (
          <ul className="compatible-parts">
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

/** States what to check if the counterpart is, for example, the frame, or that the shop sells no compatible parts. */
function formatCounterpart({ counterpart, parts }: Fit): string | undefined {
  if (counterpart !== 'catalogue') {
    const suffix = parts.length > 0 ? ' Our compatible parts:' : ''
    return `This connects to the ${counterpart}. Check its size before you order.${suffix}`
  }
  return parts.length > 0 ? undefined : 'We do not sell compatible parts.'
}

function CompatiblePart({ part }: { part: Part }) {
  return (
    <li className="compatible-part">
      <PartIcon img={part.img} />
      <Link to={paths.part(part._id)}>
        <PartName name={part.name} />
      </Link>
      <span className="compatible-part-stock" data-sold-out={isSoldOut(part) || undefined}>
        {isSoldOut(part) ? 'Out of stock' : `${formatCount(part.availableQuantity)} available`}
      </span>
      <span className="compatible-part-price">{formatDollars(part.price)}</span>
    </li>
  )
}

function SimilarParts({ parts }: { parts: Part[] }) {
  if (parts.length === 0) return null
  return (
    <section className="part-more part-similar" aria-labelledby="similar">
      <div className="part-more-head">
        <h2 id="similar">Similar parts</h2>
      </div>
      <PartGrid heading="h3" parts={parts} lazyFrom={0} />
    </section>
  )
}
