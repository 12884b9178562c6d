import type { ChangedCart } from '@freehub/contract/cart/cart'
import { formatCents, formatCount, pluralize } from '@freehub/contract/money'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { CallError, formatError } from '../../api/call-error.ts'
import { useCreate } from '../../api/use-create.ts'
import { useStore } from '../../api/use-store.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/forms/error-message.tsx'
import { clearDraft, createKeyStorage } from '../../ui/forms/form-draft.ts'
import { refetchCart } from '../cart/refetch-cart.ts'
import { ApplySavings } from '../cart/savings/apply-savings.tsx'
import { SaveListButton } from '../saved-lists/save-list-button.tsx'
import type { PadStore } from './pad-store.ts'
import { isAddedUnchanged, isDisposable, type PadRowView, sumUpParts } from './row-data.ts'
import { refreshPrices } from './use-pad.ts'

interface PadTotalsProps {
  pad: PadStore
  /** The user's email. */
  email: string
  announce: (message: string) => void
}

/** Totals of the rows that can be added to the cart, and the actions on all rows. */
export function PadTotals({ pad, email, announce }: PadTotalsProps) {
  const summary = useStore(pad, pad.getSummary)
  const { mutate: add, isPending, error, data } = useAddToCart(pad, email, announce)
  const { counts, rowCount, quantity, totalCents } = summary
  const savings = useStore(pad, pad.getSavings)
  if (rowCount === 0 && !data) return null
  const remainingCount = rowCount - counts.found - counts.skipped

  // If the user has left the screen, rows and key stay, so that a repeat adds no second time.
  const addRows = () =>
    add({ views: pad.getViews() }, { onSuccess: () => clearDraft(email, CART_ADDITION) })

  return (
    <section
      className="totals pad-totals min-[1400px]:sticky min-[1400px]:top-[calc(var(--bar)_+_24px)] min-[1400px]:self-start"
      aria-label="Total"
    >
      <dl>
        <div>
          <dt>Rows ready</dt>
          <dd>{formatCount(counts.found)}</dd>
        </div>
        <div>
          <dt>Pieces</dt>
          <dd>{formatCount(quantity)}</dd>
        </div>
      </dl>
      <ApplySavings {...savings} onApply={pad.applySavings} onUndo={pad.undoSavings} />
      {error && <ErrorMessage text={formatError(error)} />}
      <div className="pad-bar">
        <output className="pad-sum">
          <span>Total</span> <b>{formatCents(totalCents)}</b>
        </output>
        <Button
          variant="primary"
          aria-busy={isPending}
          aria-disabled={counts.found === 0}
          onClick={() => counts.found > 0 && addRows()}
        >
          {counts.found === 0
            ? 'Add to Cart'
            : `Add ${pluralize(counts.found, 'Row', 'Rows')} to Cart`}
        </Button>
      </div>
      {remainingCount > 0 && <p className="secondary">{formatRemaining(remainingCount)}</p>}
      {data && (
        <p>
          <Link to={paths.cart}>View cart</Link>
        </p>
      )}
      <div className="actions items-start empty:hidden">
        {SAVED_GROUPS.some((group) => counts[group] > 0) && (
          <SaveListButton getLines={() => sumUpParts(pad.getViews(), SAVED_GROUPS)} />
        )}
        {rowCount > 0 && (
          <Button
            small
            onClick={() => {
              pad.removeAll()
              announce('All rows removed.')
            }}
          >
            Clear the Pad
          </Button>
        )}
      </div>
    </section>
  )
}

function formatRemaining(count: number): string {
  return `${pluralize(count, 'row needs', 'rows need')} your attention. ${count === 1 ? 'It stays' : 'They stay'} here.`
}

const SAVED_GROUPS = ['found', 'invalidQuantity', 'soldOut'] as const

/** Names the stored idempotency key of the addition. */
const CART_ADDITION = 'orderPadToCart'

/** Moves the found rows to the cart. A retry after a lost response adds them only once. */
function useAddToCart(pad: PadStore, email: string, announce: (message: string) => void) {
  const client = useQueryClient()
  return useCreate({
    send: ({ views }: { views: PadRowView[] }, headers) =>
      call<ChangedCart>('PATCH', '/api/cart', {
        body: {
          changes: sumUpParts(views, ['found']).map(({ productId, quantity }) => ({
            productId,
            add: quantity,
          })),
        },
        headers,
      }),
    // The ids distinguish restored rows, which are added once, from rows of an equal list.
    getPayload: ({ views }) =>
      listAdded(views).map(({ row: { id, productId, quantity } }) => [id, productId, quantity]),
    hasKeyPerPayload: true,
    keyStorage: createKeyStorage(email, CART_ADDITION),
    keepsStoredKey: true,
    onSuccess: (_, { views }) => {
      const addedViews = listAdded(views)
      const added = new Map(addedViews.map(({ row }) => [row.id, row]))
      const { counts } = pad.getSummary()
      pad.removeRows(
        (view) => isAddedUnchanged(view.row, added.get(view.row.id)) || isDisposable(view),
      )
      const remainingCount = pad.getSummary().rowCount
      const skippedCount = counts.skipped - pad.getSummary().counts.skipped
      announce(
        [
          `${pluralize(addedViews.length, 'row', 'rows')} added to your cart.`,
          remainingCount > 0 && `${pluralize(remainingCount, 'row stays', 'rows stay')} here.`,
          skippedCount > 0 && `${pluralize(skippedCount, 'skipped row', 'skipped rows')} removed.`,
        ]
          .filter(Boolean)
          .join(' '),
      )
    },
    onError: (error) => {
      const isPartMissing = error instanceof CallError && error.problem.code === 'part_missing'
      if (isPartMissing) void refreshPrices(pad).catch(() => {})
    },
    // Without waiting, so that the stored key is removed as soon as the rows are.
    onSettled: () => {
      refetchCart(client)
    },
  })
}

const listAdded = (views: PadRowView[]) =>
  views.filter(({ row, group }) => group === 'found' && !row.isRemoved)
