import { isSoldOut, type Part, type PartDetails } from '@freehub/contract/catalog/parts'
import { formatCount, formatDollars } from '@freehub/contract/money'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { drawingSizes, parseDrawingUrl } from '../../ui/drawing-url.ts'
import { preventBreaks, UNIT_SPACE } from '../../ui/no-break.tsx'
import { PartPicture } from '../../ui/part-picture.tsx'
import { AddToCartButton } from '../cart/add-to-cart-button.tsx'

/** Number of pictures in the first row. They load immediately, and the other pictures load lazily. */
const EAGER_COUNT = 3

interface PartGridProps {
  parts: Part[]
  heading: 'h2' | 'h3'
  /** Details by part id, for the part numbers. Only its own SKU is a part's number: a picture may show another part. */
  details?: ReadonlyMap<string, PartDetails>
  /** Index of the first picture that loads lazily. */
  lazyFrom?: number
  /** Renders the last control of a card. */
  renderTool?: (part: Part) => ReactNode
  /** Renders the description of a card. By default, it is the first sentence. */
  renderDescription?: (part: Part) => ReactNode
  /** Renders a line below the price. */
  renderPriceNote?: (part: Part) => ReactNode
}

export function PartGrid(props: PartGridProps) {
  const { parts, lazyFrom = EAGER_COUNT } = props
  return (
    <ul className="cells">
      {parts.map((part, index) => (
        <PartCard key={part._id} {...props} part={part} isLazy={index >= lazyFrom} />
      ))}
    </ul>
  )
}

interface PartCardProps extends PartGridProps {
  part: Part
  isLazy: boolean
}

function PartCard({ part, heading: Heading, details, isLazy, ...render }: PartCardProps) {
  const isPartSoldOut = isSoldOut(part)
  return (
    <li className="cell" data-sold-out={isPartSoldOut || undefined}>
      <div className="cell-plate">
        <PartPicture
          {...drawingSizes.card}
          src={part.img}
          sizes="(min-width: 1024px) 450px, (min-width: 640px) 50vw, 100vw"
          alt={parseDrawingUrl(part.img) ? `Drawing: ${part.name}` : part.name}
          loading={isLazy ? 'lazy' : undefined}
          decoding="async"
        />
      </div>
      <div className="cell-body">
        <Heading className="cell-name">
          <Link to={paths.part(part._id)}>{preventBreaks(part.name)}</Link>
        </Heading>
        {render.renderDescription?.(part) ?? <CardDescription text={part.description} />}
        <PartFacts part={part} details={details} />
        <div className="cell-buy">
          <p className="price">
            {formatDollars(part.price)}{' '}
            <small>{isPartSoldOut ? formatSoldOut(part) : 'per unit'}</small>
          </p>
          {isPartSoldOut ? (
            <div className="actions">
              <button type="button" className="btn" disabled>
                Book Now
              </button>
            </div>
          ) : (
            <BuyButtons part={part} />
          )}
          {render.renderPriceNote?.(part)}
        </div>
      </div>
      {render.renderTool?.(part)}
    </li>
  )
}

interface BuyButtonsProps {
  part: Part
  className?: string
  /** Called before the part is added. */
  onAdd?: () => void
}

/** The buttons to buy a part. The first adds the minimum order to the cart. */
export function BuyButtons({ part, className = '', onAdd }: BuyButtonsProps) {
  const { _id, name, minimumOrder } = part
  const label = `Add ${formatCount(minimumOrder)} to Cart`
  return (
    <div className="actions">
      <AddToCartButton
        className={`btn btn-outline ${className}`}
        addition={{ productId: _id, name, quantity: minimumOrder }}
        label={`${label}: ${name}`}
        onAdd={onAdd}
      >
        {label}
      </AddToCartButton>
      <Link
        className={`btn ${className}`}
        to={paths.purchase(_id)}
        aria-label={`Book Now: ${name}`}
      >
        Book Now
      </Link>
    </div>
  )
}

/** The quantities of a part, and its number. Shows a dash while the details load. */
function PartFacts({ part, details }: Pick<PartCardProps, 'part' | 'details'>) {
  const partDetails = details?.get(part._id)
  return (
    <dl className="facts">
      <QuantityFact caption="Available" count={part.availableQuantity} />
      <QuantityFact caption="Minimum order" count={part.minimumOrder} />
      {details && partDetails?.sku !== null && (
        <div>
          <dt>Part no.</dt>
          <dd className="part-number">{partDetails?.sku ?? '–'}</dd>
        </div>
      )}
    </dl>
  )
}

/** A quantity with its caption. Shows a dash while the quantity is unknown. */
export function QuantityFact({ caption, count }: { caption: string; count: number | undefined }) {
  return (
    <div>
      <dt>{caption}</dt>
      <dd>
        {count === undefined ? '–' : formatCount(count)} <small>pcs</small>
      </dd>
    </div>
  )
}

/** A part's description. Keeps each number and its unit on one line. */
export function PartDescription({ className, text }: { className: string; text: string }) {
  return <p className={className}>{text.replace(UNIT_SPACE, '\u00a0')}</p>
}

/**
 * Returns the text up to the first end of a sentence after 29 characters, because an abbreviation before it also ends
 * with a dot. Otherwise returns the whole text.
 */
export const findFirstSentence = (text: string): string =>
  /^.{29,}?[.!?](?=\s+\p{Lu})/su.exec(text)?.[0] ?? text

/** The first sentence of a description. */
export function CardDescription({ text }: { text: string }) {
  return <PartDescription className="cell-description" text={findFirstSentence(text)} />
}

/** Returns the label of a part that cannot be ordered: it has no stock, or less than its minimum order. */
export function formatSoldOut({ availableQuantity }: Part): string {
  return availableQuantity === 0 ? 'Out of stock' : 'Below minimum'
}
