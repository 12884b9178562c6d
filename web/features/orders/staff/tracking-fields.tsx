import { CARRIER_LENGTH, TRACKING_NUMBER_LENGTH } from '@freehub/contract/limits'
import { knownCarriers } from '@freehub/contract/orders/carriers'
import { useId, useState } from 'react'
import { Field } from '../../../ui/forms/field.tsx'
import { onEnter } from '../../../ui/forms/on-enter.ts'

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
