import type { Order } from '@freehub/contract/orders/orders'
import { Elements } from '@stripe/react-stripe-js'
import { useQuery } from '@tanstack/react-query'
import { useSettings } from '../../settings.ts'
import { ErrorNote } from '../../ui/forms/error-note.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { CardForm } from './card-form.tsx'
import { loadStripe } from './stripe.ts'

/** Loads the provider's script, then shows its card fields. */
export function PaymentForm({ order, onPaid }: { order: Order; onPaid: (id: string) => void }) {
  const { stripeJsUrl, stripePublishableKey } = useSettings()
  const {
    data: stripe,
    isFetching,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['payments', 'stripe', stripeJsUrl],
    queryFn: () => loadStripe(stripeJsUrl, stripePublishableKey),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    networkMode: 'always',
    retry: false,
  })

  return (
    <>
      <h2>Card</h2>
      {stripe && (
        <Elements stripe={stripe} options={{ locale: 'en' }}>
          <CardForm order={order} onPaid={onPaid} />
        </Elements>
      )}
      {!stripe && isFetching && <LoadingScreen />}
      {!stripe && !isFetching && isError && (
        <ErrorNote
          text="We can't reach the card provider. Check your connection and try again."
          onRetry={() => void refetch()}
        />
      )}
    </>
  )
}
