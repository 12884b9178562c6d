import type { SavedListEntry } from '@freehub/contract/saved-lists/saved-list-schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useSend } from '../../api/use-send.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { formatFailure } from '../../ui/dialogs/use-action.ts'
import { useNavigateIfCurrent } from '../../ui/use-navigate-if-current.ts'
import type { CopiedLinesState } from '../cart/copied-lines-message.tsx'
import { refetchCart } from '../cart/refetch-cart.ts'
import { addSavedListToCart } from './saved-lists-queries.ts'

interface ListToCartButtonProps {
  list: Pick<SavedListEntry, '_id' | 'name'>
  small?: boolean
  /** Saves pending changes. If it returns false, the list is not copied. */
  saveFirst?: () => Promise<boolean>
  onRefused: (reason: string) => void
}

/** Copies a list to the cart and opens the cart. The cart keeps quantities that are already larger. */
export function ListToCartButton(props: ListToCartButtonProps) {
  const { list, small, saveFirst, onRefused } = props
  const client = useQueryClient()
  const navigateIfCurrent = useNavigateIfCurrent()
  const { mutate: copy, isPending } = useSend({
    mutationFn: async () => {
      if (saveFirst && !(await saveFirst())) return undefined
      return addSavedListToCart(list._id)
    },
    onSuccess: (copied) => {
      if (!copied) return
      refetchCart(client)
      const state: CopiedLinesState = {
        copiedLines: { source: `the list “${list.name}”`, ...copied },
      }
      navigateIfCurrent(paths.cart, { state })
    },
    onError: (error) => onRefused(formatFailure('The list was not added to your cart.', error)),
  })
  return (
    <Button
      small={small}
      variant={small ? 'outline' : 'primary'}
      aria-busy={isPending}
      aria-label={small ? `Add to Cart: ${list.name}` : undefined}
      onClick={() => copy()}
    >
      {isPending ? 'Adding …' : 'Add to Cart'}
    </Button>
  )
}
