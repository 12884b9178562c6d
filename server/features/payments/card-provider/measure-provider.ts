import { providerSeconds } from '../../../platform/metrics/metrics.ts'
import { type CardProvider, ProviderRefused, ProviderUnavailable } from './provider.ts'

/**
 * Wraps a provider to time its calls, including the retries of its SDK. Does not time `listIntents`, which streams, and
 * `readEvent`, which makes no call.
 */
export function measureProvider(cards: CardProvider): CardProvider {
  const measure = <Args extends unknown[], Result>(
    operation: string,
    call: (...args: Args) => Promise<Result>,
  ) => {
    return async (...args: Args): Promise<Result> => {
      const end = providerSeconds.startTimer({ operation })
      try {
        const result = await call(...args)
        end({ outcome: 'succeeded' })
        return result
      } catch (error) {
        end({ outcome: classifyError(error) })
        throw error
      }
    }
  }
  return {
    ...cards,
    createIntent: measure('create_intent', cards.createIntent),
    readIntent: measure('read_intent', cards.readIntent),
    cancelIntent: measure('cancel_intent', cards.cancelIntent),
    refundIntent: measure('refund_intent', cards.refundIntent),
    isDisputed: measure('list_disputes', cards.isDisputed),
    findIntents: measure('find_intents', cards.findIntents),
  }
}

/** Returns an error's metric label. A rejected API key is `failed`, not `unavailable`: the operator must replace it. */
function classifyError(error: unknown): string {
  const { statusCode } = ((error as Error).cause ?? {}) as { statusCode?: number }
  if (statusCode === 401 || statusCode === 403) return 'failed'
  if (error instanceof ProviderUnavailable) return 'unavailable'
  return error instanceof ProviderRefused ? 'refused' : 'failed'
}
