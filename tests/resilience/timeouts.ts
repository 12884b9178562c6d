import { vi } from 'vitest'

/** The shop must recover from a fault within a minute. */
export const RECOVERY_TIMEOUT_MS = 60_000

const TEST_TIMEOUT_MS = process.env.RESILIENCE === 'full' ? 15 * 60_000 : 5 * 60_000

/** Raises Vitest's timeouts for a file: starting and killing shops is slow on a busy machine. */
export function extendTestTimeouts(): void {
  vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })
}
