import { ORDER_ADDRESS_LENGTH, ORDER_PHONE_LENGTH } from '@freehub/contract/limits'
import type { DeliveryChange, OrderHistory } from '@freehub/contract/orders/orders'
import { useState } from 'react'
import { useSignedInEmail } from '../../../api/access/signed-in-email.ts'
import { call } from '../../../api/call.ts'
import { sendAgainIfUnknown } from '../../../api/call-error.ts'
import type { DialogCallbacks } from '../../../ui/dialogs/action-dialog.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { type Action, useAction } from '../../../ui/dialogs/use-action.ts'
import { Field, TextAreaField } from '../../../ui/forms/field.tsx'
import { clearDraft, saveDraft } from '../../../ui/forms/form-draft.ts'
import { onEnter } from '../../../ui/forms/on-enter.ts'
import { readEdits } from '../../../ui/forms/read-edits.ts'
import { refetchOrders } from '../list/orders-queries.ts'
import { nameOrder } from '../order/format-order.ts'

/**
 * Corrects the address and phone of an order that is not shipped. After a failure, offers the edits again, on top of the
 * current data.
 */
export function EditDeliveryDialog({
  order,
  ...callbacks
}: DialogCallbacks & { order: OrderHistory }) {
  // A refetch may change the order while the dialog is open.
  const [seen] = useState({ address: order.address, phone: order.phone })
  const draftName = `delivery:${order._id}`
  const email = useSignedInEmail()
  const [draft] = useState(() => readEdits(email, draftName, seen))
  const isRestored = draft.address !== seen.address || draft.phone !== seen.phone
  const [values, setValues] = useState(draft)
  const [submitCount, setSubmitCount] = useState(0)
  const { run, isPending } = useAction(changeDelivery(order._id, email, draftName), callbacks)
  const address = values.address.trim()
  const phone = values.phone.trim()

  function submit() {
    setSubmitCount(submitCount + 1)
    if (!address || !phone) return
    if (address === seen.address && phone === seen.phone) return callbacks.onClose()
    run({ address, phone, seen })
  }

  return (
    <ConfirmDialog
      title="Edit delivery"
      text="The customer sees the change on the order’s page, and gets no email."
      note={[
        order.paid && 'The invoice keeps the earlier address and phone.',
        isRestored && 'These are your edits from before.',
      ]
        .filter(Boolean)
        .join(' ')}
      subject={nameOrder(order, order.name)}
      confirmLabel={isPending ? 'Saving …' : 'Save'}
      cancelLabel="Cancel"
      isHarmless
      focusesField
      submitCount={submitCount}
      busy={isPending}
      onConfirm={submit}
      onClose={callbacks.onClose}
    >
      <TextAreaField
        label="Address"
        rows={3}
        autoComplete="off"
        maxLength={ORDER_ADDRESS_LENGTH}
        value={values.address}
        error={submitCount > 0 && !address ? 'Enter an address.' : undefined}
        onChange={({ target }) => setValues({ ...values, address: target.value })}
      />
      <Field
        label="Phone"
        type="tel"
        autoComplete="off"
        maxLength={ORDER_PHONE_LENGTH}
        value={values.phone}
        error={submitCount > 0 && !phone ? 'Enter a phone number.' : undefined}
        onKeyDown={onEnter(submit)}
        onChange={({ target }) => setValues({ ...values, phone: target.value })}
      />
    </ConfirmDialog>
  )
}

const changeDelivery = (
  orderId: string,
  email: string,
  draftName: string,
): Action<{ modifiedCount: number }, DeliveryChange> => ({
  async send(body) {
    saveDraft(email, draftName, { address: body.address, phone: body.phone, base: body.seen })
    const path = `/api/orders/${encodeURIComponent(orderId)}/delivery`
    const result = await sendAgainIfUnknown(() =>
      call<{ modifiedCount: number }>('PUT', path, { body }),
    )
    clearDraft(email, draftName)
    return result
  },
  toast: 'Delivery saved',
  failure: 'The delivery was not saved.',
  refetch: refetchOrders,
})
