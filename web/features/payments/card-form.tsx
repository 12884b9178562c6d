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

/** The card and the button that charges it. A refused card can be tried again, or another one. */
export function CardForm({ order, onPaid }: CardFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const scheme = useColourScheme()
  const [focused, setFocused] = useState(false)
  const { pay, busy, refused, setRefused, secret } = usePay(order, onPaid)
  const id = useId()

  function submit(event: FormEvent) {
    event.preventDefault()
    const card = elements?.getElement(CardElement)
    if (stripe && card) void pay(stripe, card)
  }

  function typed({ error }: StripeCardElementChangeEvent) {
    setRefused(error?.message ?? '')
  }

  return (
    <form onSubmit={submit} noValidate>
      <fieldset className="field" aria-describedby={refused ? `${id}error` : undefined}>
        <legend className="field-label">Card details</legend>
        <div className="card-field" data-focus={focused} data-invalid={refused !== ''}>
          <CardElement
            options={cardOptions(scheme, busy)}
            onChange={typed}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
          />
        </div>
      </fieldset>
      <div role="alert">
        {refused && (
          <p id={`${id}error`} className="field-error">
            <WarnIcon />
            {refused}
          </p>
        )}
      </div>
      <PayButton busy={busy} secret={secret} />
    </form>
  )
}
