import { formatCents, formatCount } from '@freehub/contract/money'
import { Check, CircleQuestionMark, type LucideIcon, Minus, TriangleAlert, X } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { formatTerms } from '../../ui/forms/quantity-input.tsx'
import { PartName } from '../../ui/part-name.tsx'
import { PartIcon } from '../../ui/part-picture.tsx'
import { formatSource } from './format-row.ts'
import type { PadRowView, RowGroup } from './row-data.ts'

export function RowPicture({ view: { part } }: { view: PadRowView }) {
  if (!part) return <span className="pad-picture" />
  return <PartIcon img={part.img} className="pad-picture" />
}

interface RowTextProps {
  view: PadRowView
  /** The email of the customer for whom staff enter the row. */
  customerEmail?: string | undefined
}

export function RowText({ view, customerEmail }: RowTextProps) {
  const { row, part } = view
  const source = formatSource(view, customerEmail)
  return (
    <>
      <p className="pad-source">
        {source.code && <code className="wrap-anywhere">{source.code}</code>}
        <RowMark view={view} label={source.label} />
      </p>
      {part ? (
        <>
          <p className="font-semibold leading-[1.35] wrap-anywhere">
            <Link className="no-underline hover:underline" to={paths.part(part.productId)}>
              <PartName name={part.name} />
            </Link>
          </p>
          {part.isOnSale && (
            <p className="text-ink-2 text-small text-balance">{formatTerms(part)}</p>
          )}
        </>
      ) : (
        row.name &&
        row.name !== row.code && <p className="text-ink-2 text-small text-balance">{row.name}</p>
      )}
    </>
  )
}

const ICONS: Record<RowGroup, LucideIcon> = {
  found: Check,
  invalidQuantity: TriangleAlert,
  soldOut: TriangleAlert,
  choose: CircleQuestionMark,
  confirm: CircleQuestionMark,
  unknown: X,
  skipped: Minus,
}

/** The group of a row as a symbol and text. */
function RowMark({ view: { group, row }, label }: { view: PadRowView; label: string }) {
  const Icon = ICONS[group]
  const isShortened = row.productId === null && row.state === 'shortened'
  return (
    <span className="pad-mark" data-group={group}>
      <Icon className="ic size-4" aria-hidden="true" />
      {isShortened ? 'Shortened number' : label}
    </span>
  )
}

/** The unit price and the total of a row. Only rows that can be added to the cart are included in the sum below. */
export function RowPrice({ view: { row, group, part, cartLine } }: { view: PadRowView }) {
  if (!part || !cartLine || row.quantity === null) return null
  const { unitPriceCents } = cartLine
  const isIncluded = group === 'found'
  const tier = part.priceTiers.find((one) => one.unitPriceCents === unitPriceCents)
  return (
    <>
      <p className="pad-price">
        {formatCents(unitPriceCents)} <span className="pad-each text-ink-2 text-small">each</span>
        {tier && <small className="block">from {formatCount(tier.fromQuantity)}</small>}
      </p>
      <p className={isIncluded ? 'pad-total' : 'pad-total not-included'}>
        {isIncluded ? formatCents(unitPriceCents * row.quantity) : 'Not included'}
      </p>
    </>
  )
}
