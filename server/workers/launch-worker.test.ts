import { expect, test } from 'vitest'
import { launchWorker } from './launch-worker.ts'

test('a worker that cannot even be made has ended, and says why', async () => {
  const worker = launchWorker({ NO_TEXT_OF_AN_ENVIRONMENT: '\0' }, 15)
  await expect(worker.serving).rejects.toThrow('null bytes')
  expect(await worker.ended).toContain('null bytes')
  expect(worker.isServing()).toBe(false)
})
