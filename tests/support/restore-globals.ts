import { afterAll, vi } from 'vitest'

// `unstubGlobals` and similar options restore only before a test. The `beforeAll` of the next file would see the stubs.
afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
