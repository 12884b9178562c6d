import { listUnitPrices, type PlacedCartOrder } from '@freehub/contract/cart/cart'
import { formatCents, pluralize } from '@freehub/contract/money'
import type { OrderForCustomer } from '@freehub/contract/orders/orders'
import type { PersonDetails } from '@freehub/contract/users/user-schemas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { call } from '../../api/call.ts'
import { CallError } from '../../api/call-error.ts'
import { useCreate } from '../../api/use-create.ts'
import { useStore } from '../../api/use-store.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { ErrorMessage } from '../../ui/forms/error-message.tsx'
import { clearDraft, createKeyStorage, readDraft } from '../../ui/forms/form-draft.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { useFormDraft } from '../../ui/forms/use-form-draft.ts'
import { useNavigateIfCurrent } from '../../ui/use-navigate-if-current.ts'
import { ApplySavings } from '../cart/savings/apply-savings.tsx'
import type { PadStore } from '../order-pad/pad-store.ts'
import { listCartLines } from '../order-pad/row-data.ts'
import { refreshPrices } from '../order-pad/use-pad.ts'
import { OrderFields } from '../orders/checkout/order-fields.tsx'
import { toCheckoutErrors } from '../orders/checkout/place-cart-order.ts'
import type { CheckoutFields } from '../orders/checkout/use-checkout-form.ts'
import { refetchOrdersAndParts } from '../orders/list/orders-queries.ts'
import { useContactDefaults } from '../orders/purchase/use-order-form.ts'
import { customerOrdersQuery } from '../orders/staff/customer-orders-query.ts'
import { refetchUsers } from '../users/users-queries.ts'

interface PhoneOrderFormProps {
  pad: PadStore
  person: PersonDetails
  staffEmail: string
}

/** The total of the rows, the contact of the order, and the button that places the order for the customer. */
export function PhoneOrderForm({ pad, person, staffEmail }: PhoneOrderFormProps) {
  const { counts, rowCount, quantity, totalCents } = useStore(pad, pad.getSummary)
  const savings = useStore(pad, pad.getSavings)
  const draftName = `phoneOrder:${person.user.email}`
  const { register, setError, handleSubmit, formState } = useContactForm(
    person,
    staffEmail,
    draftName,
  )
  const { errors } = formState
  const placement = usePlacement(pad, person, staffEmail, draftName)
  const navigateIfCurrent = useNavigateIfCurrent()
  // The form stays busy until the order's page has loaded, so that a second click does not order
  // again.
  const isBusy = placement.isPending || placement.isSuccess
  const unresolvedCount = rowCount - counts.found - counts.skipped
  const refusedLines =
    placement.error instanceof CallError ? (placement.error.problem.lines ?? []) : []

  function place({ phone, address, note, reference }: CheckoutFields) {
    if (counts.found === 0 || unresolvedCount > 0) return
    const views = pad.getViews()
    const orderedIds = new Set(views.map(({ row }) => row.id))
    const cartLines = listCartLines(views)
    const lines = cartLines.map(({ productId, quantity }) => ({ productId, quantity }))
    const unitPricesCents = listUnitPrices(cartLines)
    placement.mutate(
      { lines, totalCents, unitPricesCents, phone, address, note, reference },
      {
        // If staff have left the screen, rows and key stay, so that a repeat returns the same order.
        onSuccess: ({ orderId }) => {
          pad.removeRows(({ row }) => orderedIds.has(row.id))
          clearDraft(staffEmail, draftName)
          navigateIfCurrent(paths.order(orderId), { replace: true })
        },
        onError: (error) => showFieldErrors(setError, toErrors(error, person.profile.displayName)),
      },
    )
  }

  return (
    <>
      <ApplySavings {...savings} onApply={pad.applySavings} onUndo={pad.undoSavings} />
      <form className="contents" noValidate onSubmit={handleSubmit(place)}>
        <OrderFields register={register} errors={errors} isForCustomer />
        {errors.root?.message && <ErrorMessage text={errors.root.message} />}
        {refusedLines.length > 0 && (
          <ul className="new-order-refused">
            {refusedLines.map(({ productId, detail }) => (
              <li key={productId}>
                <b>{pad.getPart(productId)?.name}</b>: {detail}
              </li>
            ))}
          </ul>
        )}
        {person.emailConfirmed && !person.user.banned && (
          <p className="secondary">
            The customer gets an email with a link to pay before the reservation ends.
          </p>
        )}
        <div className="new-order-sum" data-sticky={rowCount > 0}>
          <output>
            {rowCount > 0 && (
              <>
                <span className="secondary">
                  {pluralize(counts.found, 'row', 'rows')}, {pluralize(quantity, 'piece', 'pieces')}
                </span>
                <b className="font-display text-[44px]/[0.9] font-semibold normal-nums">
                  {formatCents(totalCents)}
                </b>
              </>
            )}
          </output>
          <p className="secondary" role="status">
            {unresolvedCount > 0
              ? `${pluralize(unresolvedCount, 'row needs', 'rows need')} your attention. Correct or remove ${unresolvedCount === 1 ? 'it' : 'them'} first.`
              : counts.found === 0 && 'Add a row first.'}
            {counts.skipped > 0 &&
              ` ${pluralize(counts.skipped, 'skipped row is', 'skipped rows are')} not ordered.`}
          </p>
          <button
            type="submit"
            className="btn btn-lg"
            aria-busy={isBusy}
            aria-disabled={isBusy || counts.found === 0 || unresolvedCount > 0}
          >
            {isBusy ? 'Placing the order …' : 'Place Order'}
          </button>
        </div>
      </form>
    </>
  )
}

/** Maps a refusal to messages. Quotes messages about limits, because their "you" is the customer. */
function toErrors(error: Error, customer: string) {
  const isLimit = error instanceof CallError && /_too_(many|high)$/.test(error.problem.code ?? '')
  return toCheckoutErrors(error).map(
    ([field, message]) =>
      [field, isLimit ? `A limit of ${customer} applies: “${message}”` : message] as const,
  )
}

/** The contact of the order. Phone and address default to the last order or the profile. */
function useContactForm({ user, profile }: PersonDetails, staffEmail: string, draftName: string) {
  const form = useForm<CheckoutFields>({
    mode: 'onTouched',
    defaultValues: readDraft(staffEmail, draftName, {
      phone: '',
      address: '',
      note: '',
      reference: '',
    }),
  })
  useFormDraft(staffEmail, draftName, form)
  const { data: orders } = useQuery(customerOrdersQuery(user.email))
  useContactDefaults(form, orders && (orders.rows[0] ?? profile))
  return form
}

/** Places the order once, even after a lost response. After any error, reads prices and stock again. */
function usePlacement(
  pad: PadStore,
  { user, profile }: PersonDetails,
  staffEmail: string,
  draftName: string,
) {
  const client = useQueryClient()
  const { email } = user
  return useCreate({
    send: (order: OrderForCustomer, headers) =>
      call<PlacedCartOrder>('POST', `/api/users/${encodeURIComponent(email)}/orders`, {
        body: order,
        headers,
      }),
    // A reload may show new prices, which are the same order.
    getPayload: ({ totalCents: _, unitPricesCents: __, ...order }) => order,
    keyStorage: createKeyStorage(staffEmail, draftName),
    keepsStoredKey: true,
    sendsOnce: true,
    onSuccess({ orderNumber }) {
      void showToast(`Order ${orderNumber} placed for ${profile.displayName}`)
      refetchUsers(client)
    },
    onError: () => void refreshPrices(pad).catch(() => {}),
    onSettled: () => refetchOrdersAndParts(client),
  })
}
