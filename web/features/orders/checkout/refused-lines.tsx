import { formatCount } from '@freehub/contract/money'
import { Link } from 'react-router'
import { pluralize } from '../../../api/format-count.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { PartName } from '../../../ui/part-name.tsx'
import type { RefusedCartLine } from './use-checkout.ts'

interface RefusedLinesProps {
  refusedLines: RefusedCartLine[]
  /** Leaves the lines out. Undefined if no line would remain. */
  onLeaveOut: (() => void) | undefined
}

/** The lines that cannot be ordered: reason, alternative, and actions for the customer. */
export function RefusedLines({ refusedLines, onLeaveOut }: RefusedLinesProps) {
  if (refusedLines.length === 0) return null
  const isOne = refusedLines.length === 1
  return (
    <section className="problem-message" role="alert" aria-labelledby="refused-lines">
      <h2 id="refused-lines">
        {isOne
          ? '1 line can’t be ordered as it is'
          : `${formatCount(refusedLines.length)} lines can’t be ordered as they are`}
      </h2>
      <ul>
        {refusedLines.map(({ line, detail, alternative }) => (
          <li key={line.productId}>
            <b>
              <PartName name={`${line.name},`} />
            </b>{' '}
            {pluralize(line.quantity, 'piece', 'pieces')}: {endSentence(detail)} {alternative}
          </li>
        ))}
      </ul>
      <div className="actions">
        {onLeaveOut && (
          <Button variant="primary" small onClick={onLeaveOut}>
            {isOne ? 'Leave It Out' : 'Leave Them Out'}
          </Button>
        )}
        <Link className={`btn btn-sm ${onLeaveOut ? 'btn-outline' : ''}`} to={paths.cart}>
          Back to Cart
        </Link>
      </div>
      <p className="second">Lines that you leave out stay in your cart.</p>
    </section>
  )
}

function endSentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`
}
