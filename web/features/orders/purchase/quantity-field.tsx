import { formatCount, pluralize } from '@freehub/contract/money'
import type { ComponentProps } from 'react'
import { FieldFrame } from '../../../ui/forms/field.tsx'
import { QuantityInput } from '../../../ui/forms/quantity-input.tsx'

interface QuantityFieldProps extends ComponentProps<typeof QuantityInput> {
  minimum: number
  maximum: number
  orderMultiple: number | null
  error: string | undefined
  className: string | undefined
}

/** A number field with step buttons. The arrow keys also change the number by a step. */
export function QuantityField(props: QuantityFieldProps) {
  const { minimum, maximum, orderMultiple, error, className, ...input } = props
  const range = `${formatCount(minimum)} to ${pluralize(maximum, 'piece', 'pieces')}`
  const steps = orderMultiple ? `, in steps of ${formatCount(orderMultiple)}` : ''
  const hint = minimum <= maximum ? range + steps : undefined

  return (
    <FieldFrame label="Order Quantity" hint={hint} error={error} className={className}>
      {(control) => <QuantityInput {...input} {...control} />}
    </FieldFrame>
  )
}
