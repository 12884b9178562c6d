import type { OrderDetails, OrderHistory } from '@freehub/contract/orders/orders'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../../../api/call.ts'
import { toFieldErrors } from '../../../api/field-errors.ts'
import { useSend } from '../../../api/use-send.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { ErrorMessage } from '../../../ui/forms/error-message.tsx'
import { clearDraft, readDraft } from '../../../ui/forms/form-draft.ts'
import { showFieldErrors } from '../../../ui/forms/show-field-errors.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { useFormDraft } from '../../../ui/forms/use-form-draft.ts'
import { OrderFields } from '../checkout/order-fields.tsx'
import type { CheckoutFields } from '../checkout/use-checkout-form.ts'
import { refetchOrders } from '../list/orders-queries.ts'

const FIELDS = ['address', 'phone', 'reference', 'note'] as const

interface EditOrderFormProps {
  order: OrderHistory
  /** Called after the order is changed, and when the customer cancels. */
  onClose: () => void
}

/** Changes address, phone, reference and note of an unpaid order. Sends only the changed fields. */
export function EditOrderForm({ order, onClose }: EditOrderFormProps) {
  const { _id: id, email } = order
  // A refetch may change the order while the form is open.
  const [{ address, phone, reference, note }] = useState(order)
  const before = { address, phone, reference, note }
  // A draft from before a change on another device would undo this change.
  const draftKey = `order ${id} ${JSON.stringify(before)}`
  const sentFields = useRef(new Set<string>())
  const form = useForm<CheckoutFields>({
    mode: 'onTouched',
    defaultValues: readDraft(email, draftKey, before),
  })
  useFormDraft(email, draftKey, form)
  const { register, formState, handleSubmit, setError, setFocus } = form
  const client = useQueryClient()
  const { mutate: send, isPending } = useSend({
    mutationFn: (body: OrderDetails) =>
      call('PATCH', `/api/orders/${encodeURIComponent(id)}`, { body }),
    onSuccess: () => {
      void showToast('Order changed')
      close()
    },
    onError: (error) => showFieldErrors(setError, toFieldErrors(error, FIELDS)),
    onSettled: () => refetchOrders(client),
  })

  useEffect(() => setFocus('address'), [setFocus])

  function close() {
    clearDraft(email, draftKey)
    onClose()
  }

  function save(values: CheckoutFields) {
    const changes = FIELDS.map((field) => [field, values[field].trim()] as const).filter(
      // After a lost response, the order may already have the sent value.
      ([field, value]) => value !== before[field] || sentFields.current.has(field),
    )
    for (const [field] of changes) sentFields.current.add(field)
    if (changes.length === 0) close()
    else send(Object.fromEntries(changes))
  }

  return (
    <form
      className="grid gap-5.5"
      aria-label="Edit details"
      noValidate
      onSubmit={handleSubmit(save)}
    >
      <h2 className="text-[24px]">Edit details</h2>
      <OrderFields register={register} errors={formState.errors} />
      {formState.errors.root?.message && <ErrorMessage text={formState.errors.root.message} />}
      <div className="actions">
        <SubmitButton label="Save" busy={isPending} />
        <Button aria-disabled={isPending} onClick={() => !isPending && close()}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
