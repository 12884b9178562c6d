import { formatCount, formatDollars } from '@freehub/contract/money'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { drawingSizes, getDrawingUrl } from '../../ui/drawing.ts'
import { PartName } from '../catalog/part-name.tsx'
import { PartPicture } from '../catalog/part-picture.tsx'
import { formatSource, formatTerms } from './format-row.ts'
import { LineMark } from './line-mark.tsx'
import type { PadLineView } from './pad-lines.ts'

export function RowPicture({ view: { part } }: { view: PadLineView }) {
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
  view: PadLineView
  /** The customer for whom staff enter the row. */
  client?: string | undefined
}

export function RowText({ view, client }: RowTextProps) {
  const { line, part } = view
  const source = formatSource(view, client)
  return (
    <>
      <p className="pad-source">
        {source.code && <code>{source.code}</code>}
        <LineMark view={view} label={source.label} />
      </p>
      {part ? (
        <>
          <p className="pad-name">
            <Link to={paths.part(part.productId)}>
              <PartName name={part.name} />
            </Link>
          </p>
          <p className="pad-terms">{formatTerms(part)}</p>
        </>
      ) : (
        line.name && line.name !== line.code && <p className="pad-terms">{line.name}</p>
      )}
    </>
  )
}

export function RowPrice({ view: { line, part, priced } }: { view: PadLineView }) {
  if (!part || !priced || line.quantity === null) return null
  const { unitPriceCents } = priced
  const step = part.priceTiers.find((tier) => tier.unitPriceCents === unitPriceCents)
  return (
    <>
      <p className="pad-price">
        {formatDollars(unitPriceCents / 100)} <span className="pad-each">each</span>
        {step && <small>from {formatCount(step.fromQuantity)}</small>}
      </p>
      <p className="pad-total">{formatDollars((unitPriceCents * line.quantity) / 100)}</p>
    </>
  )
}
