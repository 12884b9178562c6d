import { expect, test } from 'vitest'
import { measureAlternately } from './compare-with-bare-server.ts'

test('computes the median ratio of paired rounds, even if the machine becomes faster', async () => {
  let round = 0
  const speed = () => (round < 6 ? 100 : 1000)
  const [, , ratio] = await measureAlternately(
    async () => speed(),
    async () => 0.9 * speed() * (round++ === 8 ? 0.1 : 1),
  )
  expect(ratio).toBeCloseTo(0.9)
})
