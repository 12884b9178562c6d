import type { CartLine } from '@freehub/contract/cart/cart'
import { formatCount } from '@freehub/contract/money'
import { Button } from '../../ui/button.tsx'
import { WarnIcon } from '../../ui/icons.tsx'

interface LineProblemsProps {
  id: string
  line: CartLine
  /** 0 removes the line. */
  onChoose: (quantity: number) => void
  onAcceptPrice: () => void
}

/** The problems of a line, each with the actions that solve it. */
export function LineProblems({ id, line, ...actions }: LineProblemsProps) {
  if (line.problems.length === 0) return null
  return (
    <div id={id} className="cart-problems">
      {line.problems.map((problem) => (
        <div
          key={problem.code}
          className="cart-problem justify-between px-3 py-2 bg-warn-tint text-warn text-label font-medium"
        >
          <p className="flex gap-2 [&>svg]:mt-px">
            <WarnIcon />
            {problem.detail}
          </p>
          <ProblemActions problem={problem} name={line.name} {...actions} />
        </div>
      ))}
    </div>
  )
}

interface ProblemActionsProps extends Pick<LineProblemsProps, 'onChoose' | 'onAcceptPrice'> {
  problem: CartLine['problems'][number]
  name: string
}

function ProblemActions({ problem, name, onChoose, onAcceptPrice }: ProblemActionsProps) {
  const { code, quantities } = problem
  if (code === 'price_changed')
    return (
      <Button small aria-label={`OK: ${name}`} onClick={onAcceptPrice}>
        OK
      </Button>
    )
  if (quantities.length === 0)
    return (
      <Button small aria-label={`Remove: ${name}`} onClick={() => onChoose(0)}>
        Remove
      </Button>
    )
  return <TakeButtons quantities={quantities} name={name} onTake={onChoose} />
}

interface TakeButtonsProps {
  quantities: number[]
  name: string
  onTake: (quantity: number) => void
}

/** The quantities that can be ordered instead, as buttons. */
export function TakeButtons({ quantities, name, onTake }: TakeButtonsProps) {
  if (quantities.length === 0) return null
  return (
    <div className="actions">
      {quantities.map((quantity) => (
        <Button
          key={quantity}
          small
          aria-label={`Take ${formatCount(quantity)}: ${name}`}
          onClick={() => onTake(quantity)}
        >
          Take {formatCount(quantity)}
        </Button>
      ))}
    </div>
  )
}
