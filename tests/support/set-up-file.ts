import fc from 'fast-check'
import { afterAll, vi } from 'vitest'

// A fixed seed generates the same values in each run. PROPERTY_SEED selects another one.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) })

// `unstubGlobals` and similar options restore only before a test. The `beforeAll` of the next file would see the stubs.
afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
