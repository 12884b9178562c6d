import { formatCount, formatDollars } from '@freehub/contract/money'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { drawingSizes, getDrawingUrl } from '../../ui/drawing.ts'
import { PartName } from '../catalog/part-name.tsx'
import { PartPicture } from '../catalog/part-picture.tsx'
import { formatSource, formatTerms } from './format-row.ts'
import type { PadRowView } from './row-data.ts'
import { RowMark } from './row-mark.tsx'

export function RowPicture({ view: { part } }: { view: PadRowView }) {
  if (!part) return <span className="pad-picture" />
  return (
    <PartPicture
      {...drawingSizes.icon}
      className="pad-picture"
      src={getDrawingUrl(part.img, 'icon')}
      alt=""
      loading="lazy"
      decoding="async"
    />
  )
}

interface RowTextProps {
  view: PadRowView
  /** The email of the customer for whom staff enter the row. */
  client?: string | undefined
}

export function RowText({ view, client }: RowTextProps) {
  const { row, part } = view
  const source = formatSource(view, client)
  return (
    <>
      <p className="pad-source">
        {source.code && <code>{source.code}</code>}
        <RowMark view={view} label={source.label} />
      </p>
      {part ? (
        <>
          <p className="pad-name">
            <Link className="no-underline hover:underline" to={paths.part(part.productId)}>
              <PartName name={part.name} />
            </Link>
          </p>
          <p className="pad-terms">{formatTerms(part)}</p>
        </>
      ) : (
        row.name && row.name !== row.code && <p className="pad-terms">{row.name}</p>
      )}
    </>
  )
}

export function RowPrice({ view: { row, part, cartLine } }: { view: PadRowView }) {
  if (!part || !cartLine || row.quantity === null) return null
  const { unitPriceCents } = cartLine
  const step = part.priceTiers.find((tier) => tier.unitPriceCents === unitPriceCents)
  return (
    <>
      <p className="pad-price">
        {formatDollars(unitPriceCents / 100)} <span className="pad-each">each</span>
        {step && <small>from {formatCount(step.fromQuantity)}</small>}
      </p>
      <p className="pad-total">{formatDollars((unitPriceCents * row.quantity) / 100)}</p>
    </>
  )
}
