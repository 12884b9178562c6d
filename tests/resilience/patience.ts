import { vi } from 'vitest'

/** After a fault the shop must be whole within a minute. */
export const WITHIN_A_MINUTE = 60_000

const ONE_TEST_MS = process.env.HURT === 'full' ? 15 * 60_000 : 5 * 60_000

/** Shops are started and killed here, which takes its time on a busy machine. */
export function takeTime(): void {
  vi.setConfig({ testTimeout: ONE_TEST_MS, hookTimeout: ONE_TEST_MS })
}
