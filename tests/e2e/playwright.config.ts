import { existsSync } from 'node:fs'
import { defineConfig, devices } from '@playwright/test'

// Workers load this file too. Tests derive the sandbox port from this variable.
process.env.E2E_PORT ??= '3400'

const port = Number(process.env.E2E_PORT)
const chromium = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
].find((path) => path && existsSync(path))

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  // While one test waits, other tests run.
  workers: 3,
  // The timeout is several times the duration of the longest journey, because machines may be busy.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : 'list',
  outputDir: '../../test-results',
  use: {
    baseURL: `http://localhost:${port}`,
    // The tests of a worker share one context. Playwright clears it between tests.
    reuseContext: true,
    // This is shorter than the test's timeout, so that a failure names the pending step.
    actionTimeout: 120_000,
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    ...devices['Desktop Chrome'],
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      // Playwright disables the popup blocker, but real browsers have one.
      ignoreDefaultArgs: ['--disable-popup-blocking'],
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'node tests/e2e/start-fresh-shop.mjs',
    cwd: '../..',
    url: `http://localhost:${port}/readyz`,
    // The start usually takes some seconds, but minutes on a busy machine.
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      ...(process.env as Record<string, string>),
      PORT: String(port),
      DATA_DIR: '.cache/e2e',
      LOG_LEVEL: 'error',
      NODE_ENV: 'development',
      // All tests add their reviews within one hour.
      REVIEW_BURST_MAX: '1000',
      PASSWORD_HASHING: 'fast',
      // This disables load shedding, because the machine may be busy.
      EVENT_LOOP_LAG_MS: '60000',
      // Long timeouts, for the same reason.
      STRIPE_SECONDS: '60',
      DOCUMENT_SECONDS: '60',
      PREVIEW_IMAGE_SECONDS: '60',
      TRUSTED_PROXIES: '127.0.0.1,::1',
    },
  },
})
