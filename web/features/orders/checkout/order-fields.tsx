import {
  ORDER_ADDRESS_LENGTH,
  ORDER_NOTE_LENGTH,
  ORDER_PHONE_LENGTH,
  ORDER_REFERENCE_LENGTH,
} from '@freehub/contract/limits'
import type { ReactNode } from 'react'
import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { createField, limitLength } from '../../../ui/forms/create-field.ts'
import { Field, TextAreaField } from '../../../ui/forms/field.tsx'
import { contactRules, customerContactRules } from '../purchase/purchase-form-rules.ts'
import type { CheckoutFields } from './use-checkout-form.ts'

interface OrderFieldsProps {
  register: UseFormRegister<CheckoutFields>
  errors: FieldErrors<CheckoutFields>
  /** True if staff enter the order for a customer. */
  isForCustomer?: boolean
  /** Content below the address. */
  belowAddress?: ReactNode
}

/** Address, phone, reference and note of an order. */
export function OrderFields(props: OrderFieldsProps) {
  const { register, errors, isForCustomer = false, belowAddress } = props
  const field = createField(register, errors)
  const rules = isForCustomer ? customerContactRules : contactRules
  const getAutoComplete = (token: string) => (isForCustomer ? 'off' : token)
  return (
    <div className="formgrid checkout-fields">
      <TextAreaField
        label="Address"
        rows={2}
        autoComplete={getAutoComplete('street-address')}
        maxLength={ORDER_ADDRESS_LENGTH}
        {...field('address', rules.address)}
      />
      {belowAddress}
      <Field
        label="Phone"
        type="tel"
        autoComplete={getAutoComplete('tel')}
        maxLength={ORDER_PHONE_LENGTH}
        {...field('phone', rules.phone)}
      />
      <Field
        label={isForCustomer ? 'Customer’s reference' : 'Your reference'}
        hint="Optional, on the invoice"
        autoComplete="off"
        {...field('reference', limitLength(ORDER_REFERENCE_LENGTH))}
      />
      <TextAreaField
        label={isForCustomer ? 'Note to the customer' : 'Note'}
        hint={`Optional, at most ${ORDER_NOTE_LENGTH} characters`}
        rows={2}
        maxLength={ORDER_NOTE_LENGTH}
        {...field('note')}
      />
    </div>
  )
}
