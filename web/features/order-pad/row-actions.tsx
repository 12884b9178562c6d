import { findBlockingProblem } from '@freehub/contract/cart/cart'
import { formatCents, formatCount, pluralize } from '@freehub/contract/money'
import { MAX_CODE_LENGTH } from '@freehub/contract/order-pad/codes'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { preventBreaks } from '../../ui/no-break.tsx'
import { LineAdvice } from '../cart/savings/line-advice.tsx'
import { explainRow } from './format-row.ts'
import type { PadStore } from './pad-store.ts'
import { RememberNumberButton } from './remember-number-button.tsx'
import { listOptions, OPTION_KEY_COUNT, type PadRowData, type PadRowView } from './row-data.ts'
import { getProblemId } from './row-quantity.tsx'

interface RowActionsProps {
  view: PadRowView
  pad: PadStore
  name: string
  isBusy: boolean
  isEditing: boolean
  onSelect: (position: number) => void
  onQuantity: (quantity: number) => void
  onLoadAlternatives: () => void
  onEdit: () => void
  announce: (message: string) => void
}

/** The actions for a row: confirm, search, choose, edit or remember the number, and change the quantity. */
export function RowActions(props: RowActionsProps) {
  const { view, pad, name, isBusy, isEditing, onSelect, onLoadAlternatives } = props
  const { row, group, part } = view
  const text = explainRow(view)
  const options = listOptions(row)
  const needsPart = row.productId === null && group !== 'skipped'
  const hasWholeText = row.state !== 'shortened'
  const isSingleGuess = row.state === 'guess' && row.matches.length === 1 && part !== undefined
  return (
    <div className="pad-actions">
      {text && <p className="pad-explanation">{preventBreaks(text)}</p>}
      {row.productId !== null && <QuantityActions {...props} />}
      {needsPart && isSingleGuess && !row.alternatives && (
        <Button
          small
          variant="primary"
          aria-label={`Use ${part.sku ?? 'This Part'}: ${name}`}
          onClick={() => onSelect(0)}
        >
          Use {part.sku ?? 'This Part'}
        </Button>
      )}
      {needsPart && hasWholeText && !row.alternatives && row.state !== 'choose' && (
        <Button
          small
          aria-busy={isBusy}
          aria-label={`${isSingleGuess ? 'Other Part' : 'Find Alternatives'}: ${name}`}
          onClick={onLoadAlternatives}
        >
          {isSingleGuess ? 'Other Part' : 'Find Alternatives'}
        </Button>
      )}
      {needsPart && group === 'unknown' && !isEditing && (
        <Button small aria-label={`Edit the Number: ${name}`} onClick={props.onEdit}>
          Edit the Number
        </Button>
      )}
      {needsPart && options.length > 0 && !(isSingleGuess && !row.alternatives) && (
        <Options {...props} />
      )}
      {row.isChosen && row.code && isPartNumber(row, row.code) && part && !pad.customerEmail && (
        <RememberNumberButton code={row.code} part={part} announce={props.announce} />
      )}
    </div>
  )
}

/** Returns whether a row's code is only a part number. False if it is too long, or has spaces and contains the quantity. */
function isPartNumber({ quantity, isQuantityAssumed }: PadRowData, code: string): boolean {
  const hasQuantity = !isQuantityAssumed && code.match(/\d+/g)?.includes(String(quantity))
  return code.length <= MAX_CODE_LENGTH && !(/\s/.test(code) && hasQuantity)
}

function Options({ view: { row }, pad, name, onSelect }: RowActionsProps) {
  return (
    <ol className="pad-options" aria-label={`Parts for ${name}`}>
      {listOptions(row).map(({ productId }, index) => {
        const part = pad.getPart(productId)
        if (!part) return null
        return (
          <li key={productId}>
            <button
              type="button"
              aria-keyshortcuts={index < OPTION_KEY_COUNT ? `Alt+${index + 1}` : undefined}
              onClick={() => onSelect(index)}
            >
              <i
                className="min-w-6 border border-rule-2 rounded-[2px] text-ink-2 not-italic text-small text-center"
                aria-hidden="true"
              >
                {index + 1}
              </i>
              <span>
                <b className="font-semibold">{part.name}</b>
                <small className="block">
                  {[part.sku, `${formatCents(part.unitPriceCents)} each`]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}

/** Buttons that confirm an unclear quantity, replace an invalid one, or take a larger one that costs less. */
function QuantityActions({ view, name, onQuantity }: RowActionsProps) {
  const { row, group, cartLine, partQuantity, isRepeated } = view
  if (!cartLine || row.quantity === null) return null
  const otherQuantity = partQuantity - row.quantity
  const note = otherQuantity > 0 && (
    <p className="secondary">
      Other rows of this part: {pluralize(otherQuantity, 'piece', 'pieces')}.
    </p>
  )
  if (group === 'confirm')
    return (
      <Button
        small
        variant="primary"
        aria-label={`Confirm the quantity: ${name}`}
        onClick={() => onQuantity(row.quantity as number)}
      >
        Confirm
      </Button>
    )
  const problem = findBlockingProblem(cartLine)
  if (isRepeated && group !== 'soldOut') return note || null
  const { advice } = cartLine
  return (
    <>
      {problem && (
        <p id={getProblemId(row.id)} className="pad-problem">
          {/* The mark of the row states it. */}
          {problem.detail.replace('Out of stock. ', '')}
        </p>
      )}
      {group === 'soldOut' && (
        <Link
          className="btn btn-outline btn-sm"
          aria-label={`Find Alternatives: ${name}`}
          to={paths.part(cartLine.productId)}
        >
          Find Alternatives
        </Link>
      )}
      {note}
      {problem?.quantities
        .filter((quantity) => quantity > otherQuantity)
        .map((quantity) => (
          <Button
            key={quantity}
            small
            aria-label={`Take ${formatCount(quantity - otherQuantity)}: ${name}`}
            onClick={() => onQuantity(quantity - otherQuantity)}
          >
            Take {formatCount(quantity - otherQuantity)}
          </Button>
        ))}
      {!problem && advice && (
        <LineAdvice
          key={advice.quantity}
          advice={advice}
          quantity={partQuantity}
          otherQuantity={otherQuantity}
          name={name}
          onTake={onQuantity}
        />
      )}
    </>
  )
}
