import { Elements } from '@stripe/react-stripe-js'
import type { Stripe, StripeConstructor } from '@stripe/stripe-js'
import { useQuery } from '@tanstack/react-query'
import { useSettings } from '../../page-settings.ts'
import { ErrorMessage } from '../../ui/forms/error-message.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { CardForm, type CardFormProps } from './card-form.tsx'

/** Loads the provider's script, then shows its card fields. */
export function PaymentForm(props: CardFormProps) {
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
          <CardForm {...props} />
        </Elements>
      )}
      {!stripe && isFetching && <LoadingScreen />}
      {!stripe && !isFetching && isError && (
        <ErrorMessage
          text="We can’t reach the card provider. Check your connection and try again."
          onRetry={() => void refetch()}
        />
      )}
    </>
  )
}

const LOAD_TIMEOUT_MS = 15_000

const scripts = new Map<string, Promise<StripeConstructor>>()
const clients = new Map<string, Stripe>()

/**
 * Returns the provider's client. The first call loads its script from `url`, with a timeout of 15
 * seconds. Later calls return the same client. After a failure, the next call tries again.
 */
async function loadStripe(url: string, publishableKey: string): Promise<Stripe> {
  const construct = await loadScript(url)
  const client = clients.get(publishableKey) ?? construct(publishableKey)
  clients.set(publishableKey, client)
  return client
}

function loadScript(url: string): Promise<StripeConstructor> {
  const loading = scripts.get(url) ?? addScript(url)
  scripts.set(url, loading)
  loading.catch(() => scripts.delete(url))
  return loading
}

/** Adds the provider's script to the page. Resolves to the constructor of the provider's client. */
function addScript(url: string): Promise<StripeConstructor> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      clearTimeout(timer)
      script.remove()
      reject(new Error('The card provider’s script did not load.'))
    }
    const timer = setTimeout(fail, LOAD_TIMEOUT_MS)
    script.src = url
    script.onerror = fail
    script.onload = () => {
      clearTimeout(timer)
      if (window.Stripe) resolve(window.Stripe)
      else fail()
    }
    document.head.append(script)
  })
}
