import type { ReactNode, Ref } from 'react'
import { useNavigate } from 'react-router'
import { toNetworkProblem } from '../../api/call-error.ts'
import { useBusy } from '../../api/use-busy.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import type { Addition } from './add-to-cart.ts'

interface AddToCartButtonProps {
  addition: Addition
  className: string
  label?: string
  disabled?: boolean
  ref?: Ref<HTMLButtonElement>
  /** Called before the part is added. */
  onAdd?: (() => void) | undefined
  children: ReactNode
}

/** A button that adds a part to the cart and shows a toast with a link to the cart. Loads `add-to-cart.ts` if pressed. */
export function AddToCartButton(props: AddToCartButtonProps) {
  const { addition, className, label, disabled, ref, onAdd, children } = props
  const { isBusy, run } = useBusy()
  const navigate = useNavigate()

  function add() {
    onAdd?.()
    void run(() => addAndReport(addition, () => void navigate(paths.cart)))
  }

  return (
    <button
      ref={ref}
      type="button"
      className={className}
      aria-label={label}
      aria-busy={isBusy}
      disabled={disabled}
      onClick={add}
    >
      {children}
    </button>
  )
}

/** Adds a part to the cart and shows a toast with the result, and a link that calls `openCart`. */
export async function addAndReport(addition: Addition, openCart: () => void): Promise<void> {
  const code = await import('./add-to-cart.ts').catch(() => undefined)
  if (!code) return showToast(toNetworkProblem(undefined).title, 'error')
  try {
    const link = { label: 'View cart', href: paths.cart, onFollow: openCart }
    void showToast(await code.addToCart(addition), 'success', link)
  } catch (error) {
    void showToast(code.formatAdditionError(error), 'error')
  }
}
