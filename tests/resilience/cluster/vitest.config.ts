import { defineConfig } from 'vitest/config'

/** Configuration of `npm run test:cluster`, which runs in its own Linux namespaces. */
export default defineConfig({
  test: {
    include: ['tests/resilience/cluster/*.cluster.ts'],
    testTimeout: 3 * 60_000,
    hookTimeout: 3 * 60_000,
    fileParallelism: false,
  },
})
