import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { StripeCardElementChangeEvent, StripeCardElementOptions } from '@stripe/stripe-js'
import type { UseQueryResult } from '@tanstack/react-query'
import {
  type FormEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { CallError } from '../../api/call-error.ts'
import { WarnIcon } from '../../ui/icons.tsx'
import { QueryError } from '../../ui/query-state.tsx'
import { usePay } from './confirm-payment.ts'
import type { OrderToPay } from './payment-queries.ts'

export interface CardFormProps {
  order: OrderToPay
  /** True if the customer has pressed Pay for an earlier order of the series. The form then pays this order at once. */
  paysAutomatically?: boolean
  /** The label of the button, with the sum: "Pay $107.80". */
  payLabel: string
  onPaid: (transactionId: string) => void
  /** Called if the order was paid or cancelled elsewhere, or if its payment is being processed. */
  onUnpayable?: (reason: UnpayableReason) => void
  onPayingChange?: (isPaying: boolean) => void
}

export type UnpayableReason = 'paid' | 'cancelled' | 'processing'

/** Card details and the Pay button. After a refusal the customer can try again. */
export function CardForm(props: CardFormProps) {
  const { order, paysAutomatically = false, payLabel, onPaid, onUnpayable, onPayingChange } = props
  const stripe = useStripe()
  const elements = useElements()
  const scheme = useColorScheme()
  const [isFocused, setFocused] = useState(false)
  const [isCardReady, setCardReady] = useState(false)
  const { pay, isPaying, isProcessing, refusal, setRefusal, secret } = usePay(order, onPaid)
  const attemptedOrderId = useRef('')
  const id = useId()

  useEffect(() => onPayingChange?.(isPaying), [isPaying, onPayingChange])

  function payByCard() {
    const card = elements?.getElement(CardElement)
    if (stripe && card) void pay(stripe, card)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isCardReady && secret.fetchStatus === 'idle') payByCard()
  }

  // Pays once for each order without a press of Pay. A later client secret must not start a payment while the customer
  // changes the card.
  const payNext = useEffectEvent(() => {
    if (!paysAutomatically || attemptedOrderId.current === order._id) return
    attemptedOrderId.current = order._id
    payByCard()
  })
  useEffect(() => {
    if (secret.data) payNext()
  }, [secret.data])

  const reportUnpayable = useEffectEvent((error: Error | null) => {
    const code = error instanceof CallError ? error.problem.code : undefined
    if (code === 'order_paid') onUnpayable?.('paid')
    if (code === 'order_missing') onUnpayable?.('cancelled')
  })
  useEffect(() => reportUnpayable(secret.error), [secret.error])

  const reportProcessing = useEffectEvent(() => onUnpayable?.('processing'))
  useEffect(() => {
    if (isProcessing) reportProcessing()
  }, [isProcessing])

  function showCardError({ error }: StripeCardElementChangeEvent) {
    setRefusal(error?.message ?? '')
  }

  return (
    <form onSubmit={submit} noValidate>
      <fieldset className="field" aria-describedby={refusal ? `${id}error` : undefined}>
        <legend className="sr-only">Card details</legend>
        <div className="card-field" data-focus={isFocused} data-invalid={refusal !== ''}>
          <CardElement
            options={createCardOptions(scheme, isPaying || isProcessing)}
            onReady={() => setCardReady(true)}
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
      <PayButton
        label={payLabel}
        isPaying={isPaying}
        isProcessing={isProcessing}
        isCardReady={isCardReady}
        secret={secret}
      />
    </form>
  )
}

interface PayButtonProps {
  label: string
  isPaying: boolean
  isProcessing: boolean
  isCardReady: boolean
  secret: UseQueryResult<string | null>
}

/** The Pay button. Until the client secret and the card fields have loaded, it is disabled, with a status below it. */
function PayButton(props: PayButtonProps) {
  const { label, isPaying, isProcessing, isCardReady, secret } = props
  const isLoadingSecret = secret.fetchStatus !== 'idle'
  const isPreparing = !isProcessing && (isLoadingSecret || !isCardReady)
  return (
    <>
      {!isLoadingSecret && <QueryError query={secret} />}
      <button
        type="submit"
        className="btn btn-block btn-lg"
        // A disabled button would lose the focus.
        aria-disabled={isPaying || isPreparing || !secret.data}
        aria-busy={isPaying || isProcessing}
        aria-describedby={isPreparing || isProcessing ? 'pay-waits' : undefined}
      >
        {isPaying || isProcessing ? 'Paying …' : label}
      </button>
      <p className="pay-note">
        Your card details go directly to our card provider. We never see them.
      </p>
      {(isPreparing || isProcessing) && (
        <p id="pay-waits" className="pay-note" role="status">
          {isProcessing
            ? 'Your payment is being processed. This page will show the result.'
            : 'Preparing the payment …'}
        </p>
      )}
    </>
  )
}

/** Colours of the provider's fields, which are in an iframe and cannot read our variables. */
const colors = {
  light: { ink: '#111826', ink3: '#626976', bad: '#b31220' },
  dark: { ink: '#ebeff4', ink3: '#9099a6', bad: '#fc918e' },
}

function createCardOptions(scheme: 'light' | 'dark', disabled: boolean): StripeCardElementOptions {
  const { ink, ink3, bad } = colors[scheme]
  return {
    hidePostalCode: true,
    disabled,
    style: {
      base: {
        color: ink,
        iconColor: ink3,
        fontFamily: "Archivo, 'Helvetica Neue', Helvetica, Arial, sans-serif",
        fontSize: getComputedStyle(document.documentElement).fontSize,
        fontSmoothing: 'antialiased',
        '::placeholder': { color: ink3 },
        ':disabled': { color: ink3 },
      },
      invalid: { color: bad, iconColor: bad },
    },
  }
}

const DARK_QUERY = '(prefers-color-scheme: dark)'

/** The current colour scheme: the visitor's choice, or the system's. */
function useColorScheme(): 'light' | 'dark' {
  return useSyncExternalStore(subscribeToColorScheme, readColorScheme)
}

function readColorScheme(): 'light' | 'dark' {
  const { theme } = document.documentElement.dataset
  const isDark = theme ? theme === 'freehub-dark' : matchMedia(DARK_QUERY).matches
  return isDark ? 'dark' : 'light'
}

function subscribeToColorScheme(onChange: () => void): () => void {
  const themeObserver = new MutationObserver(onChange)
  themeObserver.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const systemScheme = matchMedia(DARK_QUERY)
  systemScheme.addEventListener('change', onChange)
  return () => {
    themeObserver.disconnect()
    systemScheme.removeEventListener('change', onChange)
  }
}
