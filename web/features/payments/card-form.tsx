import type { Order } from '@freehub/contract/orders/orders'
import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { StripeCardElementChangeEvent } from '@stripe/stripe-js'
import { type FormEvent, useId, useState } from 'react'
import { WarnIcon } from '../../ui/icons.tsx'
import { cardOptions } from './card-style.ts'
import { PayButton } from './pay-button.tsx'
import { useColourScheme } from './use-colour-scheme.ts'
import { usePay } from './use-pay.ts'

interface CardFormProps {
  order: Order
  onPaid: (transactionId: string) => void
}

/** Card details and the Pay button. After a refusal the customer can try again. */
export function CardForm({ order, onPaid }: CardFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const scheme = useColourScheme()
  const [isFocused, setFocused] = useState(false)
  const { pay, isPaying, refusal, setRefusal, secret } = usePay(order, onPaid)
  const id = useId()

  function submit(event: FormEvent) {
    event.preventDefault()
    const card = elements?.getElement(CardElement)
    if (stripe && card) void pay(stripe, card)
  }

  function showCardError({ error }: StripeCardElementChangeEvent) {
    setRefusal(error?.message ?? '')
  }

  return (
    <form onSubmit={submit} noValidate>
      <fieldset className="field" aria-describedby={refusal ? `${id}error` : undefined}>
        <legend className="field-label">Card details</legend>
        <div className="card-field" data-focus={isFocused} data-invalid={refusal !== ''}>
          <CardElement
            options={cardOptions(scheme, isPaying)}
            onChange={showCardError}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
          />
        </div>
      </fieldset>
      <div role="alert">
        {refusal && (
          <p id={`${id}error`} className="field-error">
            <WarnIcon />
            {refusal}
          </p>
        )}
      </div>
      <PayButton isPaying={isPaying} secret={secret} />
    </form>
  )
}
