import { providerSeconds } from '../../../platform/metrics/metrics.ts'
import { type CardProvider, ProviderRefused, ProviderUnavailable } from './provider.ts'

/** The same provider, each of whose answers is timed: what the shop waits for, the SDK's tries with it. */
export function measuredCards(cards: CardProvider): CardProvider {
  const measured = <Args extends unknown[], Answer>(
    operation: string,
    ask: (...args: Args) => Promise<Answer>,
  ) => {
    return async (...args: Args): Promise<Answer> => {
      const end = providerSeconds.startTimer({ operation })
      try {
        const answer = await ask(...args)
        end({ outcome: 'answered' })
        return answer
      } catch (error) {
        end({ outcome: outcomeOf(error) })
        throw error
      }
    }
  }
  return {
    ...cards,
    createIntent: measured('create_intent', cards.createIntent),
    readIntent: measured('read_intent', cards.readIntent),
    cancelIntent: measured('cancel_intent', cards.cancelIntent),
    refundIntent: measured('refund_intent', cards.refundIntent),
    findIntents: measured('find_intents', cards.findIntents),
  }
}

/** A key that is refused is no silence: it needs somebody else to look. */
function outcomeOf(error: unknown): string {
  const { statusCode } = ((error as Error).cause ?? {}) as { statusCode?: number }
  if (statusCode === 401 || statusCode === 403) return 'failed'
  if (error instanceof ProviderUnavailable) return 'unavailable'
  return error instanceof ProviderRefused ? 'refused' : 'failed'
}
