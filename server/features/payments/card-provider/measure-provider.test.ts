import { expect, test } from 'vitest'
import { providerSeconds } from '../../../platform/metrics/metrics.ts'
import { measureProvider } from './measure-provider.ts'
import { type CardProvider, ProviderRefused, ProviderUnavailable } from './provider.ts'

test.each([
  ['succeeded', undefined],
  ['refused', new ProviderRefused('charged back')],
  ['unavailable', new ProviderUnavailable('no response', { cause: new Error('timeout') })],
  ['failed', new ProviderUnavailable('key rolled', { cause: { statusCode: 401 } })],
  ['failed', new Error('a parameter is unknown')],
])('counts a provider call as %s and rethrows its error', async (outcome, error) => {
  providerSeconds.reset()
  const cards = { readIntent: async () => (error ? Promise.reject(error) : undefined) }
  const result = measureProvider(cards as unknown as CardProvider).readIntent('pi_1')
  if (error) await expect(result).rejects.toBe(error)
  else await result
  const { values } = await providerSeconds.get()
  expect(values.find(({ metricName }) => metricName?.endsWith('_count'))).toMatchObject({
    labels: { operation: 'read_intent', outcome },
    value: 1,
  })
})
