import type { BuildJobEntry } from '@freehub/contract/fitment/fitment'
import { useQueryClient } from '@tanstack/react-query'
import { formatError } from '../../../api/call-error.ts'
import { useCreate } from '../../../api/use-create.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { useNavigateIfCurrent } from '../../../ui/use-navigate-if-current.ts'
import type { CopiedLinesState } from '../../cart/copied-lines-message.tsx'
import { refetchCart } from '../../cart/refetch-cart.ts'
import { addJobToCart } from '../fitment-queries.ts'

interface JobToCartButtonProps {
  job: Pick<BuildJobEntry, '_id' | 'name'>
  /** The label in place of "Add to Cart". */
  label?: string
  small?: boolean
  className?: string
  /** Waits for pending changes. If the result is false, the job is not copied. */
  ensureSaved?: () => Promise<boolean>
}

/** Adds the parts of all units of a job to the cart and opens the cart. If that is refused, a toast states why. */
export function JobToCartButton(props: JobToCartButtonProps) {
  const { job, label = 'Add to Cart', small, className, ensureSaved } = props
  const { _id, name } = job
  const client = useQueryClient()
  const navigateIfCurrent = useNavigateIfCurrent()
  const { mutate, isPending } = useCreate({
    send: ({ id }: { id: string }, headers) => addJobToCart(id, headers),
    onSuccess: (copied) => {
      const state: CopiedLinesState = { copiedLines: { source: `the job “${name}”`, ...copied } }
      navigateIfCurrent(paths.cart, { state })
    },
    onError: (error) => void showToast(formatError(error), 'error'),
    onSettled: () => refetchCart(client),
    sendsOnce: true,
  })
  return (
    <Button
      small={small}
      className={className}
      variant={small ? 'outline' : 'primary'}
      aria-busy={isPending}
      aria-label={small ? `${label}: ${name}` : undefined}
      onClick={async () => {
        if ((await ensureSaved?.()) !== false) mutate({ id: _id })
      }}
    >
      {isPending ? 'Adding …' : label}
    </Button>
  )
}
