import { CARRIER_LENGTH, TRACKING_NUMBER_LENGTH } from '@freehub/contract/limits'
import { knownCarriers } from '@freehub/contract/orders/carriers'
import type { OrderHistory, Tracking } from '@freehub/contract/orders/orders'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useSignedInEmail } from '../../../api/access/signed-in-email.ts'
import { call } from '../../../api/call.ts'
import { sendAgainIfUnknown } from '../../../api/call-error.ts'
import type { DialogCallbacks } from '../../../ui/dialogs/action-dialog.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { type Action, useAction } from '../../../ui/dialogs/use-action.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { clearDraft, readDraft, saveDraft } from '../../../ui/forms/form-draft.ts'
import { onEnter } from '../../../ui/forms/on-enter.ts'
import { refetchOrders } from '../list/orders-queries.ts'
import { nameOrder } from '../order/format-order.ts'

/** Adds or changes the tracking data of a shipped order. After a failure, offers the entered data again. */
export function TrackingDialog({ order, ...callbacks }: DialogCallbacks & { order: OrderHistory }) {
  const { carrier, trackingNumber } = order
  const email = useSignedInEmail()
  const draftName = `tracking change:${order._id}`
  return (
    <TrackingForm
      action={{
        async send(body) {
          saveDraft(email, draftName, body)
          const path = `/api/orders/${encodeURIComponent(order._id)}/tracking`
          const result = await sendAgainIfUnknown(() => call('PUT', path, { body }))
          clearDraft(email, draftName)
          return result
        },
        toast: 'Tracking saved',
        failure: 'The tracking details were not saved.',
        refetch: refetchOrders,
      }}
      title="Tracking details"
      text="The customer sees these on the page of the order and is notified by email."
      subject={nameOrder(order, order.name)}
      confirmLabel="Save"
      cancelLabel="Cancel"
      initialValues={readDraft(email, draftName, {
        carrier: carrier ?? '',
        trackingNumber: trackingNumber ?? '',
      })}
      isCarrierRequired
      {...callbacks}
    />
  )
}

interface TrackingFormProps<Result> extends DialogCallbacks {
  action: Action<Result, Tracking>
  title: string
  text: ReactNode
  subject: string
  confirmLabel: string
  cancelLabel?: string
  busyLabel?: string
  initialValues: { carrier: string; trackingNumber: string }
  isCarrierRequired?: boolean
}

/** A form for carrier and tracking number. Suggests carriers. The number requires a carrier. */
export function TrackingForm<Result>(props: TrackingFormProps<Result>) {
  const { confirmLabel, busyLabel = confirmLabel, initialValues, isCarrierRequired } = props
  const { run, isPending } = useAction(props.action, props)
  const [values, setValues] = useState(initialValues)
  const [submitCount, setSubmitCount] = useState(0)
  const carrier = values.carrier.trim()
  const trackingNumber = values.trackingNumber.trim()
  const isCarrierMissing = carrier === '' && (isCarrierRequired || trackingNumber !== '')

  function submit() {
    setSubmitCount(submitCount + 1)
    if (!isCarrierMissing) run({ carrier, trackingNumber })
  }

  return (
    <ConfirmDialog
      title={props.title}
      text={props.text}
      subject={props.subject}
      confirmLabel={isPending ? busyLabel : confirmLabel}
      cancelLabel={props.cancelLabel}
      isHarmless
      focusesField
      submitCount={submitCount}
      busy={isPending}
      onConfirm={submit}
      onClose={props.onClose}
    >
      <CarrierField
        hint={isCarrierRequired ? undefined : 'Optional'}
        value={values.carrier}
        error={submitCount > 0 && isCarrierMissing ? 'Enter a carrier.' : undefined}
        onKeyDown={onEnter(submit)}
        onChange={({ target }) => setValues({ ...values, carrier: target.value })}
      />
      <Field
        label="Tracking number"
        hint="Optional"
        autoComplete="off"
        maxLength={TRACKING_NUMBER_LENGTH}
        value={values.trackingNumber}
        onKeyDown={onEnter(submit)}
        onChange={({ target }) => setValues({ ...values, trackingNumber: target.value })}
      />
    </ConfirmDialog>
  )
}

/** The field for a carrier, with suggestions. */
export function CarrierField(props: Omit<ComponentProps<typeof Field>, 'label'>) {
  const id = useId()
  return (
    <>
      <Field label="Carrier" list={id} autoComplete="off" maxLength={CARRIER_LENGTH} {...props} />
      <datalist id={id}>
        {knownCarriers.map((carrier) => (
          <option key={carrier} value={carrier} />
        ))}
      </datalist>
    </>
  )
}
