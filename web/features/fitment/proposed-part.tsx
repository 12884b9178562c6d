import type { ProposedPart as Proposal } from '@freehub/contract/fitment/fitment'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { Link } from 'react-router'
import { useBusy } from '../../api/use-busy.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { PartName } from '../../ui/part-name.tsx'
import { PartIcon } from '../../ui/part-picture.tsx'

interface ProposedPartProps {
  part: Proposal
  /** The quantity that the button adds. */
  quantity: number
  label: string
  onTake: (quantity: number) => Promise<unknown> | undefined
}

/** A proposed part with its price and a button that takes it. A double click takes it only once. */
export function ProposedPart({ part, quantity, label, onTake }: ProposedPartProps) {
  const { productId, name, img, unitPriceCents, available } = part
  const { isBusy, run } = useBusy()
  return (
    <li className="proposed">
      <PartIcon className="row-span-2 w-12 h-12 object-contain sm:row-[1]" img={img} />
      <p className="grid col-[2/-1] wrap-anywhere sm:col-[2]">
        <Link className="font-semibold no-underline hover:underline" to={paths.part(productId)}>
          <PartName name={name} />
        </Link>
        <span className="second">
          {available > 0 ? `${formatCount(available)} available` : 'Out of stock'}
        </span>
      </p>
      <p className="proposed-price">
        {formatCount(quantity)} × {formatDollars(unitPriceCents / 100)}
      </p>
      <Button
        small
        aria-label={`${label}: ${name}`}
        aria-busy={isBusy}
        onClick={() => run(async () => onTake(quantity))}
      >
        {label}
      </Button>
    </li>
  )
}
