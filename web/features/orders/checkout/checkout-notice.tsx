import { findBlockingProblem } from '@freehub/contract/cart/cart'
import { formatCents, formatCount, pluralize } from '@freehub/contract/money'
import type { Ref } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { PartName } from '../../../ui/part-name.tsx'
import { AddToCartButton } from '../../cart/add-to-cart-button.tsx'
import { TakeButtons } from '../../cart/line-problems.tsx'
import type { CartChanges } from './compare-carts.ts'
import type { RefusedCartLine } from './find-refused-lines.ts'
import { PriceChange } from './price-change.tsx'

interface CheckoutNoticeProps {
  /** The notice takes the focus after a refused order. */
  noticeRef: Ref<HTMLElement>
  /** True if the server has refused the order for the reasons in this notice. */
  isRefusalExplained: boolean
  changes: CartChanges
  /** The total before the changes. */
  previousTotalCents: number
  totalCents: number
  refusedLines: RefusedCartLine[]
  /** The refused lines that the customer has not seen before, or all of them if no line can be ordered. */
  newRefusedLines: RefusedCartLine[]
  /** The number of lines that can be ordered. */
  remainingCount: number
  /** Changes the quantity of a refused line in the cart. Undefined while the cart must not change. */
  onTake: ((productId: string, quantity: number) => void) | undefined
  /** Called before a removed line is added again. */
  onAddAgain: () => void
}

/** States what has changed since the customer saw the cart, which lines can't be ordered, and the next step. */
export function CheckoutNotice(props: CheckoutNoticeProps) {
  const { noticeRef, isRefusalExplained, changes, refusedLines, newRefusedLines, onTake } = props
  const hasChanges = changes.lines.length + changes.prices.length > 0
  const hasRefusedLines = refusedLines.length > 0
  const newCount = newRefusedLines.length
  const earlierRefusedLines = refusedLines.filter((line) => !newRefusedLines.includes(line))
  const more = earlierRefusedLines.length > 0 ? 'more ' : ''
  const refusedTitle = `${pluralize(newCount, `${more}line`, `${more}lines`)} can’t be ordered`
  const title = describeChanges(changes) ?? (newCount > 0 ? refusedTitle : undefined)
  const other = newCount > 0 ? 'other ' : ''
  const keptTitle = `${pluralize(earlierRefusedLines.length, `${other}line stays`, `${other}lines stay`)} in your cart`
  return (
    <div role="status">
      {(hasChanges || hasRefusedLines) && (
        <section
          className="problem-message checkout-notice"
          data-refused={isRefusalExplained || undefined}
          aria-labelledby="checkout-notice"
          ref={noticeRef}
          tabIndex={-1}
        >
          {title && (
            <h2 id="checkout-notice">
              {isRefusalExplained ? `Not placed: ${title}` : capitalize(title)}
            </h2>
          )}
          {hasChanges && (
            <div>
              <ChangedLines {...props} />
              {changes.prices.length > 0 ? (
                <p>Placing the order accepts the new prices.</p>
              ) : (
                newCount === 0 && <p>Check your cart, then place the order.</p>
              )}
            </div>
          )}
          {newCount > 0 && (
            <div>
              {hasChanges && <h3>{refusedTitle}</h3>}
              <RefusedLines refusedLines={newRefusedLines} onTake={onTake} />
              <NextStep count={newCount} remainingCount={props.remainingCount} />
            </div>
          )}
          {earlierRefusedLines.length > 0 && (
            <div>
              <details className="w-full">
                <summary>
                  {title ? <h3>{keptTitle}</h3> : <h2 id="checkout-notice">{keptTitle}</h2>}
                </summary>
                <RefusedLines refusedLines={earlierRefusedLines} onTake={onTake} />
              </details>
            </div>
          )}
        </section>
      )}
    </div>
  )
}

/** A link to the cart, and a note that Place Order leaves the new refused lines in the cart. */
function NextStep({ count, remainingCount }: { count: number; remainingCount: number }) {
  return (
    <div className="actions items-center">
      <Link className="btn btn-sm btn-outline" to={paths.cart}>
        Back to Cart
      </Link>
      {remainingCount > 0 && (
        <p className="secondary">Place Order leaves {count === 1 ? 'it' : 'them'} in your cart.</p>
      )}
    </div>
  )
}

function describeChanges({ lines, prices }: CartChanges): string | undefined {
  if (lines.length > 0) return 'your cart has changed'
  return prices.length > 0 ? 'some prices have changed' : undefined
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The changed lines and prices, and the new total. */
function ChangedLines(props: CheckoutNoticeProps) {
  const { changes, previousTotalCents, totalCents, onTake, onAddAgain } = props
  return (
    <ul className="checkout-changes">
      {changes.lines.map(({ productId, name, before, now }) => (
        <li key={productId} className="items-center">
          <span className="flex-[1_1_15em]">
            {describeLineChange(before, now)}:{' '}
            <b>
              <PartName name={name} />
            </b>
          </span>
          {onTake && now === 0 && (
            <AddToCartButton
              className="btn btn-sm btn-outline"
              label={`Add Again: ${name}`}
              onAdd={onAddAgain}
              addition={{ productId, name, quantity: before }}
            >
              Add Again
            </AddToCartButton>
          )}
        </li>
      ))}
      {changes.prices.map(({ productId, name, beforeCents, nowCents }) => (
        <li key={productId}>
          <b>
            <PartName name={name} />
          </b>
          <PriceChange beforeCents={beforeCents} nowCents={nowCents} />
        </li>
      ))}
      {previousTotalCents !== totalCents && (
        <li>
          <b>New total</b>
          <span>
            <PriceChange beforeCents={previousTotalCents} nowCents={totalCents} />{' '}
            <span className="secondary">({formatDifference(totalCents - previousTotalCents)})</span>
          </span>
        </li>
      )}
    </ul>
  )
}

function formatDifference(cents: number): string {
  return `${cents < 0 ? '−' : '+'}${formatCents(Math.abs(cents))}`
}

function describeLineChange(before: number, now: number): string {
  if (now === 0) return 'Removed in another window or on another device'
  if (before === 0) return `Added, ${pluralize(now, 'piece', 'pieces')}`
  // With the same quantity, the line is listed because it can be ordered again.
  if (before === now) return 'Can be ordered again'
  return `${pluralize(now, 'piece', 'pieces')} instead of ${formatCount(before)}`
}

function RefusedLines({
  refusedLines,
  onTake,
}: Pick<CheckoutNoticeProps, 'refusedLines' | 'onTake'>) {
  return (
    <ul>
      {refusedLines.map(({ line, detail, alternative }) => (
        <li key={line.productId} className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="flex-[1_1_10em]">
            <b>
              <PartName name={`${line.name},`} />
            </b>{' '}
            <span className="whitespace-nowrap">
              {pluralize(line.quantity, 'piece', 'pieces')}:
            </span>{' '}
            {endSentence(detail)} {alternative}
          </p>
          {onTake && (
            <TakeButtons
              quantities={findBlockingProblem(line)?.quantities ?? []}
              name={line.name}
              onTake={(quantity) => onTake(line.productId, quantity)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function endSentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`
}
