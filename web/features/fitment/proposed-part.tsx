import { priceAt } from '@freehub/contract/catalog/prices'
import type { ProposedPart as Proposal } from '@freehub/contract/fitment/fitment'
import { formatCents, formatCount } from '@freehub/contract/money'
import { useRef } from 'react'
import { Link } from 'react-router'
import { useBusy } from '../../api/use-busy.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { formatTerms } from '../../ui/forms/quantity-input.tsx'
import { useFocusAfterRemoval } from '../../ui/lists/use-focus-after-removal.ts'
import { PartName } from '../../ui/part-name.tsx'
import { PartIcon } from '../../ui/part-picture.tsx'

interface ProposedPartProps {
  part: Proposal
  /** The quantity to order. */
  quantity: number
  label: string
  /** The name of the part that this part replaces, if it is not clear from the heading. */
  replacedName?: string | undefined
  onSelect: () => Promise<unknown> | undefined
}

/**
 * A proposed part with its price, and a button that adds it or replaces a part with it. Ignores the second click of a
 * double click.
 */
export function ProposedPart({ part, quantity, label, replacedName, onSelect }: ProposedPartProps) {
  const { productId, name, sku, img, available } = part
  // The cart orders a larger quantity than its fit check, which counts each part once.
  const unitPriceCents = priceAt(part, quantity)
  const { isBusy, run } = useBusy()
  const item = useRef<HTMLLIElement>(null)
  useFocusAfterRemoval(item, () => item.current && focusNext(item.current))
  return (
    <li ref={item} className="proposed">
      <PartIcon className="row-span-2 w-12 h-12 object-contain sm:row-[1]" img={img} />
      <p className="grid col-[2/-1] wrap-anywhere sm:col-[2]">
        <Link className="font-semibold no-underline hover:underline" to={paths.part(productId)}>
          <PartName name={name} />
        </Link>
        <span className="secondary">
          {[sku, available > 0 ? formatTerms(part) : 'Out of stock'].filter(Boolean).join(' · ')}
        </span>
        {replacedName && <span className="secondary">Instead of {replacedName}</span>}
      </p>
      <p className="text-right">
        {quantity > 1 && (
          <small className="block">
            {formatCount(quantity)} × {formatCents(unitPriceCents)}
          </small>
        )}
        {formatCents(quantity * unitPriceCents)}
      </p>
      <Button
        small
        aria-label={`${label}: ${name}`}
        aria-busy={isBusy}
        onClick={() => run(async () => onSelect())}
      >
        {label}
      </Button>
    </li>
  )
}

/** Focuses the button of the next missing part, else the row or the screen that contains the removed part. */
function focusNext(removed: HTMLElement): void {
  const buttons = [...(removed.closest('.missing')?.querySelectorAll('button') ?? [])]
  const next = buttons[buttons.findIndex((button) => removed.contains(button)) + 1]
  if (next) next.focus()
  else removed.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
}
