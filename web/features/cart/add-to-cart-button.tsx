import { type ReactNode, type Ref, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { toNetworkProblem } from '../../api/call-error.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import type { Addition } from './add-to-cart.ts'

interface AddToCartButtonProps {
  addition: Addition
  className: string
  label?: string
  disabled?: boolean
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}

/**
 * A button that adds parts to the cart and shows a toast with a link to the cart. The first press
 * loads the code.
 */
export function AddToCartButton(props: AddToCartButtonProps) {
  const { addition, className, label, disabled, ref, children } = props
  const [isBusy, setBusy] = useState(false)
  // The second click of a double click comes before `isBusy` is rendered.
  const isInFlight = useRef(false)
  const navigate = useNavigate()

  async function add() {
    if (isInFlight.current) return
    isInFlight.current = true
    setBusy(true)
    await addAndReport(addition, () => void navigate(paths.cart))
    isInFlight.current = false
    setBusy(false)
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

async function addAndReport(addition: Addition, openCart: () => void): Promise<void> {
  const code = await import('./add-to-cart.ts').catch(() => undefined)
  if (!code) return showToast(toNetworkProblem(undefined).title, 'error')
  try {
    const link = { label: 'View cart', href: paths.cart, onFollow: openCart }
    void showToast(await code.addToCart(addition), 'success', link)
  } catch (error) {
    void showToast(code.formatAdditionError(error), 'error')
  }
}
