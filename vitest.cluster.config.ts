import { defineConfig } from 'vitest/config'

/** What `npm run test:cluster` runs, in namespaces of its own. */
export default defineConfig({
  test: {
    include: ['tests/resilience/cluster/*.cluster.ts'],
    testTimeout: 3 * 60_000,
    hookTimeout: 3 * 60_000,
    fileParallelism: false,
  },
})
