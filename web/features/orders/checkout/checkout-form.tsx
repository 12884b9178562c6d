import {
  type Cart,
  cartTotal,
  findBlockingProblem,
  listUnitPrices,
} from '@freehub/contract/cart/cart'
import { formatCents, pluralize } from '@freehub/contract/money'
import { type ReactNode, useEffect, useRef } from 'react'
import { useSettings } from '../../../page-settings.ts'
import { paths } from '../../../paths.ts'
import { ErrorMessage } from '../../../ui/forms/error-message.tsx'
import { showFieldErrors } from '../../../ui/forms/show-field-errors.ts'
import { useNavigateIfCurrent } from '../../../ui/use-navigate-if-current.ts'
import { customerCart } from '../../cart/cart-sources.ts'
import { SaveError } from '../../cart/save-error.tsx'
import { CartSavings } from '../../cart/savings/cart-savings.tsx'
import { useCartEditor } from '../../cart/use-cart-editor.ts'
import type { SessionUser } from '../../identity/session.ts'
import { CheckoutNotice } from './checkout-notice.tsx'
import { CheckoutSummary } from './checkout-summary.tsx'
import { EarlierAddresses } from './earlier-addresses.tsx'
import { OrderFields } from './order-fields.tsx'
import { toCheckoutErrors } from './place-cart-order.ts'
import { useCheckout } from './use-checkout.ts'
import { type CheckoutFields, useCheckoutForm } from './use-checkout-form.ts'

interface CheckoutFormProps {
  cart: Cart
  user: SessionUser
  /** Content for an empty cart, in place of the form. */
  empty: ReactNode
}

/** The form that orders the cart: the summary, the order's fields, and the button that places the order. */
export function CheckoutForm({ cart, user, empty }: CheckoutFormProps) {
  const checkout = useCheckout(cart, user.email)
  const editor = useCartEditor(cart, customerCart, checkout.showChangedCart)
  const { placement, lines, orderedLines, refusedLines, refusedIds } = checkout
  const { newRefusedLines, totalCents, version } = checkout
  const { earlierAddresses, ...form } = useCheckoutForm(user.email)
  const { register, control, setValue, setError, handleSubmit, formState } = form
  const { errors } = formState
  const { reservationHours } = useSettings()
  const navigateIfCurrent = useNavigateIfCurrent()
  const button = useRef<HTMLButtonElement>(null)
  // The form stays busy until the order's page has loaded, so that a second click does not order
  // again.
  const isBusy = placement.isPending || placement.isSuccess
  const notes = useRef<HTMLDivElement>(null)
  const notice = useRef<HTMLElement>(null)
  const { isRefusalExplained, isErrorCurrent, changes } = checkout

  // The reason for a refusal may be outside the window, because Enter in a field also places the
  // order.
  useEffect(() => {
    if (isRefusalExplained) notice.current?.focus()
    else if (placement.isError) notes.current?.scrollIntoView({ block: 'nearest' })
  }, [placement.isError, isRefusalExplained, changes])

  if (checkout.isEmpty) return empty

  const remainingCount = orderedLines.length
  const placeLabel =
    refusedIds.length > 0 && remainingCount > 0
      ? `Place Order (${pluralize(remainingCount, 'Line', 'Lines')})`
      : 'Place Order'

  function placeOrder({ phone, address, ...texts }: CheckoutFields) {
    checkout.dismissChanges()
    const contact = { phone: phone.trim(), address: address.trim() }
    const note = texts.note.trim()
    const reference = texts.reference.trim()
    // If no other line remains, all lines are sent: the server refuses the order and states the reasons.
    const leaveOut = remainingCount > 0 ? refusedIds : []
    checkout.setLeftOutIds(leaveOut)
    const sentLines = remainingCount > 0 ? orderedLines : lines
    const prices = { totalCents: cartTotal(sentLines), unitPricesCents: listUnitPrices(sentLines) }
    placement.mutate(
      { version, ...prices, ...contact, note, reference, leaveOut },
      {
        // The order replaces this page in the history: Back leads to the cart, because the order
        // cannot be placed again.
        onSuccess: ({ orderId }) => navigateIfCurrent(paths.order(orderId), { replace: true }),
        onError: (error) => showFieldErrors(setError, toCheckoutErrors(error)),
      },
    )
  }

  /** Changes the cart. The pressed button disappears, so the notice or the button below takes the focus. */
  function takeQuantity(productId: string, quantity: number) {
    editor.setQuantity(productId, quantity)
    void editor.flush()
    const hasOthers = refusedLines.some(
      ({ line }) => line.productId !== productId && findBlockingProblem(line),
    )
    const next = hasOthers ? notice : button
    next.current?.focus()
  }

  /** The pressed button disappears, so the notice takes the focus. A notice without other contents disappears too. */
  function focusForAddAgain() {
    const isNoticeLeft = changes.lines.length + changes.prices.length + refusedLines.length > 1
    const target = isNoticeLeft ? notice.current : notice.current?.closest('main')
    target?.focus({ preventScroll: true })
  }

  return (
    <form className="checkout-form" noValidate onSubmit={handleSubmit(placeOrder)}>
      <div ref={notes} className="checkout-notes">
        {checkout.canChangeCart && <CartSavings editor={editor} />}
        <SaveError editor={editor} />
        <CheckoutNotice
          {...checkout}
          noticeRef={notice}
          remainingCount={remainingCount}
          onTake={checkout.canChangeCart ? takeQuantity : undefined}
          onAddAgain={focusForAddAgain}
        />
        {errors.root?.message && isErrorCurrent && !isRefusalExplained && (
          <ErrorMessage text={errors.root.message} />
        )}
      </div>
      <CheckoutSummary {...checkout} />
      <div className="checkout-order">
        <OrderFields
          register={register}
          errors={errors}
          belowAddress={
            <EarlierAddresses addresses={earlierAddresses} {...{ control, setValue }} />
          }
        />
        <div>
          <output className="total">
            <span>Total</span> <b>{formatCents(totalCents)}</b>
          </output>
          {newRefusedLines.length > 0 && (
            <p className={`mb-3 font-medium ${isRefusalExplained ? 'text-bad' : 'text-warn'}`}>
              <button
                type="button"
                className="underline cursor-pointer"
                onClick={() => notice.current?.focus()}
              >
                {pluralize(newRefusedLines.length, 'line', 'lines')} can’t be ordered
              </button>
            </p>
          )}
          <button
            ref={button}
            type="submit"
            className={`btn btn-block btn-lg ${remainingCount === 0 ? 'btn-outline' : ''}`}
            aria-disabled={isBusy}
            aria-busy={isBusy}
          >
            {isBusy ? 'Placing your order …' : placeLabel}
          </button>
          <p className="secondary mt-3 text-small">
            Nothing is charged yet.{' '}
            {user.emailConfirmed
              ? `We hold the pieces for up to ${reservationHours} hours.`
              : `Confirm your email, and we hold the pieces for ${reservationHours} hours.`}{' '}
            No tax or shipping is added.
          </p>
        </div>
      </div>
    </form>
  )
}
