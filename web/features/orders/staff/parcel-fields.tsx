import { CARRIER_LENGTH, TRACKING_NUMBER_LENGTH } from '@freehub/contract/limits'
import { knownCarriers } from '@freehub/contract/orders/carriers'
import { useId, useState } from 'react'
import { Field } from '../../../ui/forms/field.tsx'
import { onEnter } from '../../../ui/forms/on-enter.ts'

/** What is typed about a parcel, and what is wrong with it. */
export function useParcel(begin: { carrier: string; trackingNumber: string }, needed: boolean) {
  const [parcel, setParcel] = useState(begin)
  const [isAsked, setAsked] = useState(false)
  const typed = {
    carrier: parcel.carrier.trim(),
    trackingNumber: parcel.trackingNumber.trim(),
  }
  const isMissing = typed.carrier === '' && (needed || typed.trackingNumber !== '')
  return {
    parcel,
    setParcel,
    typed,
    needed,
    error: isAsked && isMissing ? 'Say who brings it.' : undefined,
    /** Whether it can be sent; where not, the field says why. */
    check() {
      setAsked(true)
      return !isMissing
    },
  }
}

interface ParcelFieldsProps {
  of: ReturnType<typeof useParcel>
  onSend: () => void
}

/** Who brings it, the usual carriers being offered, and its number there. */
export function ParcelFields({
  of: { parcel, setParcel, needed, error },
  onSend,
}: ParcelFieldsProps) {
  const list = useId()
  return (
    <>
      <Field
        label="Carrier"
        hint={needed ? undefined : 'If known'}
        list={list}
        autoComplete="off"
        maxLength={CARRIER_LENGTH}
        value={parcel.carrier}
        error={error}
        onKeyDown={onEnter(onSend)}
        onChange={({ target }) => setParcel({ ...parcel, carrier: target.value })}
      />
      <datalist id={list}>
        {knownCarriers.map((carrier) => (
          <option key={carrier} value={carrier} />
        ))}
      </datalist>
      <Field
        label="Tracking number"
        hint="If known"
        autoComplete="off"
        maxLength={TRACKING_NUMBER_LENGTH}
        value={parcel.trackingNumber}
        onKeyDown={onEnter(onSend)}
        onChange={({ target }) => setParcel({ ...parcel, trackingNumber: target.value })}
      />
    </>
  )
}
