import { expect, test } from 'vitest'
import { providerSeconds } from '../../../platform/metrics/metrics.ts'
import { measuredCards } from './measured-cards.ts'
import { type CardProvider, ProviderRefused, ProviderUnavailable } from './provider.ts'

test.each([
  ['answered', undefined],
  ['refused', new ProviderRefused('charged back')],
  ['unavailable', new ProviderUnavailable('no answer', { cause: new Error('timeout') })],
  ['failed', new ProviderUnavailable('key rolled', { cause: { statusCode: 401 } })],
  ['failed', new Error('a parameter is unknown')],
])('a call of the provider is counted as %s, and its error passed on', async (outcome, error) => {
  providerSeconds.reset()
  const cards = { readIntent: async () => (error ? Promise.reject(error) : undefined) }
  const asked = measuredCards(cards as unknown as CardProvider).readIntent('pi_1')
  if (error) await expect(asked).rejects.toBe(error)
  else await asked
  const { values } = await providerSeconds.get()
  expect(values.find(({ metricName }) => metricName?.endsWith('_count'))).toMatchObject({
    labels: { operation: 'read_intent', outcome },
    value: 1,
  })
})
