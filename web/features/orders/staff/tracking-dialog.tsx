import { CARRIER_LENGTH, TRACKING_NUMBER_LENGTH } from '@freehub/contract/limits'
import { knownCarriers } from '@freehub/contract/orders/carriers'
import type { OrderHistory, Tracking } from '@freehub/contract/orders/orders'
import { useId, useState } from 'react'
import { call } from '../../../api/call.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { type ActionDialogProps, useAction } from '../../../ui/dialogs/use-action.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { onEnter } from '../../../ui/forms/on-enter.ts'
import { refetchOrders } from '../list/orders-queries.ts'

interface TrackingDialogProps extends ActionDialogProps {
  order: OrderHistory
}

/** Adds or changes the tracking data of a shipped order. */
export function TrackingDialog({ order, onClose, ...callbacks }: TrackingDialogProps) {
  const { run, isPending } = useAction(
    {
      send: (body: Tracking) =>
        call('PUT', `/api/orders/${encodeURIComponent(order._id)}/tracking`, { body }),
      toast: 'Tracking saved',
      failure: 'The tracking details were not saved.',
      refetch: refetchOrders,
    },
    callbacks,
  )
  const { carrier, trackingNumber } = order
  const fields = useTrackingFields(
    { carrier: carrier ?? '', trackingNumber: trackingNumber ?? '' },
    true,
  )

  function save() {
    if (fields.validate()) run(fields.trimmed)
  }

  return (
    <ConfirmDialog
      title="Tracking details"
      text="The customer sees these on the order page and is notified by email."
      confirmLabel="Save"
      harmless
      busy={isPending}
      onConfirm={save}
      onClose={onClose}
    >
      <TrackingFields fields={fields} onSubmit={save} />
    </ConfirmDialog>
  )
}

/** State of the tracking fields. A tracking number always needs a carrier. */
export function useTrackingFields(
  initial: { carrier: string; trackingNumber: string },
  isCarrierRequired: boolean,
) {
  const [values, setValues] = useState(initial)
  const [isSubmitted, setSubmitted] = useState(false)
  const trimmed = {
    carrier: values.carrier.trim(),
    trackingNumber: values.trackingNumber.trim(),
  }
  const isMissing = trimmed.carrier === '' && (isCarrierRequired || trimmed.trackingNumber !== '')
  return {
    values,
    setValues,
    trimmed,
    isCarrierRequired,
    error: isSubmitted && isMissing ? 'Enter a carrier.' : undefined,
    /** Returns whether the values can be submitted, and shows the error if they cannot. */
    validate() {
      setSubmitted(true)
      return !isMissing
    },
  }
}

interface TrackingFieldsProps {
  fields: ReturnType<typeof useTrackingFields>
  onSubmit: () => void
}

/** The carrier, with known carriers as suggestions, and the tracking number. */
export function TrackingFields({ fields, onSubmit }: TrackingFieldsProps) {
  const { values, setValues, isCarrierRequired, error } = fields
  const listId = useId()
  return (
    <>
      <Field
        label="Carrier"
        hint={isCarrierRequired ? undefined : 'If known'}
        list={listId}
        autoComplete="off"
        maxLength={CARRIER_LENGTH}
        value={values.carrier}
        error={error}
        onKeyDown={onEnter(onSubmit)}
        onChange={({ target }) => setValues({ ...values, carrier: target.value })}
      />
      <datalist id={listId}>
        {knownCarriers.map((carrier) => (
          <option key={carrier} value={carrier} />
        ))}
      </datalist>
      <Field
        label="Tracking number"
        hint="If known"
        autoComplete="off"
        maxLength={TRACKING_NUMBER_LENGTH}
        value={values.trackingNumber}
        onKeyDown={onEnter(onSubmit)}
        onChange={({ target }) => setValues({ ...values, trackingNumber: target.value })}
      />
    </>
  )
}
