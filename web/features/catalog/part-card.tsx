import { isSoldOut, type Part } from '@freehub/contract/catalog/parts'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { drawingSizes, parsePartNumber } from '../../ui/drawing.ts'
import { formatSoldOut } from './format-sold-out.ts'
import { PartDescription } from './part/part-description.tsx'
import { PartPicture } from './part-picture.tsx'

interface PartCardProps {
  part: Part
  heading: 'h2' | 'h3'
  lazy: boolean
}

/** A part in the grid: picture, name, stock, minimum order, price and Book Now. */
export function PartCard({ part, heading: Heading, lazy }: PartCardProps) {
  const soldOut = isSoldOut(part)
  return (
    <li className="cell" data-sold-out={soldOut || undefined}>
      <div className="cell-plate">
        <PartPicture
          {...drawingSizes.card}
          src={part.img}
          sizes="(min-width: 1024px) 450px, (min-width: 640px) 50vw, 100vw"
          alt={parsePartNumber(part.img) ? `Drawing: ${part.name}` : part.name}
          loading={lazy ? 'lazy' : undefined}
          decoding="async"
        />
      </div>
      <div className="cell-body">
        <Heading className="cell-name">
          <Link to={paths.part(part._id)}>{part.name}</Link>
        </Heading>
        <PartDescription className="cell-description" text={part.description} />
        <PartFacts part={part} />
        <div className="cell-buy">
          <p className="price">
            {formatDollars(part.price)} <small>{soldOut ? formatSoldOut(part) : 'per unit'}</small>
          </p>
          {soldOut ? (
            <button type="button" className="btn" disabled>
              Book Now
            </button>
          ) : (
            <Link
              className="btn"
              to={paths.purchase(part._id)}
              aria-label={`Book Now: ${part.name}`}
            >
              Book Now
            </Link>
          )}
        </div>
      </div>
    </li>
  )
}

function PartFacts({ part }: { part: Part }) {
  const number = parsePartNumber(part.img)
  return (
    <dl className="facts">
      <div>
        <dt>Available</dt>
        <dd>
          {formatCount(part.availableQuantity)} <small>pcs</small>
        </dd>
      </div>
      <div>
        <dt>Minimum order</dt>
        <dd>
          {formatCount(part.minimumOrder)} <small>pcs</small>
        </dd>
      </div>
      {number && (
        <div>
          <dt>Part no.</dt>
          <dd className="part-number">{number}</dd>
        </div>
      )}
    </dl>
  )
}
