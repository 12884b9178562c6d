import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { ensureBrowsers } from './check/ensure-programs.mjs'
import { endAllProcesses, runWithDeadline } from './check/run-with-deadline.mjs'
import { ensureBuilt } from './prepare/build-pages.mjs'
import { findNode } from './prepare/find-node.mjs'
import { root } from './prepare/root.mjs'
import { envWithLocalBin } from './prepare/run-command.mjs'
import { runMain } from './prepare/run-main.mjs'

const TIMEOUT_MS = 15 * 60_000
const PORT = Number(process.env.E2E_PORT ?? 3400)
const SHOP_URL = `http://localhost:${PORT}`

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAllProcesses)

await runMain(async () => {
  const deadline = Date.now() + TIMEOUT_MS
  const problem = await ensureBrowsers(deadline)
  if (problem) throw new Error(problem)
  await ensureBuilt()
  return testBrowsers(await findNode(), deadline)
})

/** Runs the main journey in Firefox and WebKitGTK on a new shop. Returns the exit code. */
async function testBrowsers(node, deadline) {
  const shop = spawn(node, ['tests/e2e/start-fresh-shop.mjs'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...envWithLocalBin(),
      PORT: String(PORT),
      DATA_DIR: '.cache/browsers',
      LOG_LEVEL: 'error',
      NODE_ENV: 'development',
    },
  })
  const exited = once(shop, 'exit')
  try {
    await waitUntilReady(shop, deadline)
    const { code } = await runWithDeadline(node, ['--test', 'tests/browsers/main-journey.ts'], {
      deadline,
      live: true,
      env: {
        ...envWithLocalBin(),
        SHOP_URL,
        SANDBOX_URL: `http://127.0.0.1:${PORT + 1}`,
      },
    })
    return code
  } finally {
    shop.kill()
    await exited
  }
}

async function waitUntilReady(shop, deadline) {
  while (shop.exitCode === null && Date.now() < deadline) {
    const response = await fetch(`${SHOP_URL}/readyz`).catch(() => undefined)
    if (response?.ok) return
    await wait(100)
  }
  throw new Error('The shop did not start.')
}
