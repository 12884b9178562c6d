import { type Control, type UseFormSetValue, useWatch } from 'react-hook-form'
import { formatAddressLine } from '../order/format-order.ts'
import type { CheckoutFields } from './use-checkout-form.ts'

interface EarlierAddressesProps {
  addresses: string[]
  control: Control<CheckoutFields>
  setValue: UseFormSetValue<CheckoutFields>
}

/** Buttons that fill in addresses of earlier orders. Renders nothing for a single address, which the form fills in. */
export function EarlierAddresses({ addresses, control, setValue }: EarlierAddressesProps) {
  const current = useWatch({ control, name: 'address' })
  if (addresses.length < 2) return null
  return (
    <div className="-mt-3 col-span-full">
      <p id="earlier-addresses" className="secondary mb-1">
        Earlier addresses
      </p>
      <ul className="actions gap-2" aria-labelledby="earlier-addresses">
        {addresses.map((address) => (
          <li key={address}>
            <button
              type="button"
              className="toggle-button min-h-11 text-left"
              aria-pressed={current === address}
              onClick={() =>
                setValue('address', address, { shouldDirty: true, shouldValidate: true })
              }
            >
              <span className="line-clamp-2 wrap-anywhere">{formatAddressLine(address)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
