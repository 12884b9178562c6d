import type { WheelPlan } from '@freehub/contract/fitment/fitment'
import { pluralize } from '@freehub/contract/money'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { formatError } from '../../../api/call-error.ts'
import { isRetryable } from '../../../api/query-client.ts'
import { useBusy } from '../../../api/use-busy.ts'
import { useCreate } from '../../../api/use-create.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { toTitleCase } from '../../../ui/to-title-case.ts'
import { useNavigateIfCurrent } from '../../../ui/use-navigate-if-current.ts'
import { addToCart, formatAdditionError } from '../../cart/add-to-cart.ts'
import { useSession } from '../../identity/session.ts'
import { addJob } from '../fitment-queries.ts'

interface WheelActionsProps {
  plan: WheelPlan
  wheels: number
  /** True while the plan for changed choices loads. */
  isStale: boolean
}

/** Adds the parts of all wheels to the cart, or saves them as a job. */
export function WheelActions({ plan, wheels, isStale }: WheelActionsProps) {
  const navigate = useNavigate()
  const navigateIfCurrent = useNavigateIfCurrent()
  const isSignedIn = useSession().status === 'signedIn'
  const linesText = describeLines(plan, wheels)
  const { isBusy, run } = useBusy()
  /** The parts that an incomplete attempt has added. */
  const added = useRef({ lines: '', ids: new Set<string>() })
  const job = useCreate({
    send: addJob,
    onSuccess: ({ _id }) => navigateIfCurrent(paths.job(_id)),
    onError: (error) => void showToast(formatError(error), 'error'),
    sendsOnce: true,
  })

  function add() {
    if (isStale) return
    const lines = JSON.stringify(plan.lines.map(({ productId, quantity }) => [productId, quantity]))
    if (added.current.lines !== lines) added.current = { lines, ids: new Set() }
    const { ids } = added.current
    void run(() => addLines(plan, linesText, ids, () => void navigate(paths.cart)))
  }

  function save() {
    if (isStale) return
    const lines = plan.lines.map(({ productId, needed }) => ({
      productId,
      quantity: needed / wheels,
    }))
    const name = `Wheel, ${plan.spokeHoles} spokes, ${plan.crosses}-cross`
    job.mutate({ name, kind: 'wheel', times: wheels, lines })
  }

  return (
    <div className="actions max-sm:basis-full max-sm:[&>*]:flex-auto">
      {isSignedIn && (
        <Button aria-busy={job.isPending} aria-disabled={isStale} onClick={save}>
          Save as Job
        </Button>
      )}
      <Button variant="primary" aria-busy={isBusy} aria-disabled={isStale} onClick={add}>
        Add {toTitleCase(linesText)} to Cart
      </Button>
    </div>
  )
}

/** Returns "10 wheels". If some parts are not on sale, returns "hub and rim" or "the listed parts". */
function describeLines({ lacking, lines }: WheelPlan, wheels: number): string {
  if (lacking === null) return pluralize(wheels, 'wheel', 'wheels')
  // The list always contains hub and rim.
  return lines.length === 2 ? 'hub and rim' : 'the listed parts'
}

/**
 * Adds the parts one by one. If one fails, the others stay in the cart. After a temporary failure, `addedIds` contains
 * the added parts, and the next attempt skips them.
 */
async function addLines(
  { lines }: WheelPlan,
  linesText: string,
  addedIds: Set<string>,
  openCart: () => void,
) {
  const refusals: string[] = []
  let canRetry = false
  for (const { productId, name, quantity } of lines.filter(
    (line) => !addedIds.has(line.productId),
  )) {
    try {
      await addToCart({ productId, name, quantity })
      addedIds.add(productId)
    } catch (error) {
      refusals.push(`${name}: ${formatAdditionError(error)}`)
      canRetry ||= isRetryable(error as Error)
    }
  }
  if (!canRetry) addedIds.clear()
  const link = { label: 'View cart', href: paths.cart, onFollow: openCart }
  if (refusals.length === lines.length) return showToast(refusals.join(' '), 'error')
  if (refusals.length > 0)
    return showToast(`Added to cart, except: ${refusals.join(' ')}`, 'error', link)
  return showToast(`Added to cart: ${linesText}.`, 'success', link)
}
