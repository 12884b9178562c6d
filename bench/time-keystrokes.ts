import { readJson, signIn } from '@freehub/tests/e2e/screens/api-users'
import { chromium, type Page } from '@playwright/test'
import { median } from './compare/compare-with-bare-server.ts'
import { openPool } from './open-pool.ts'
import { chooseParts, LINES } from './time-carts.ts'
import { p95, type TimedCall } from './timed-calls.ts'

/** Makes this machine as slow as a mid-range phone. */
const CPU_THROTTLE = 4
const PHONE = { viewport: { width: 375, height: 800 }, isMobile: true, hasTouch: true }
const KEYSTROKES = 60
const WARM_UP = 10
const LAUNCH_ARGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']

/**
 * Times keystrokes in a quantity field in the middle of a cart of 500 lines, from the key until the paint.
 * CHROMIUM_PATH is the path of the browser. Without it, nothing is measured.
 */
export async function timeKeystrokes(shopUrl: string, databaseUrl: string): Promise<TimedCall[]> {
  const executablePath = process.env.CHROMIUM_PATH
  if (!executablePath) return []
  await using pool = openPool(databaseUrl)
  const changes = (await chooseParts(pool)).map((productId) => ({ productId, add: 50 }))
  const browser = await chromium.launch({ executablePath, args: LAUNCH_ARGS })
  try {
    const email = `bench-${crypto.randomUUID()}@freehub.test`
    const customer = await signIn(browser, shopUrl, { email, name: 'Bench' })
    const { headers, request } = customer
    await readJson(request.patch('/api/cart', { data: { changes }, headers }))
    const storageState = await customer.cookies()
    const context = await browser.newContext({ baseURL: shopUrl, storageState, ...PHONE })
    const keystrokes = await timePage(await context.newPage())
    const name = `a keystroke in a cart of ${LINES} lines, CPU ${CPU_THROTTLE} times slower`
    printPhases(keystrokes)
    const times = keystrokes.map(({ painted }) => painted)
    return [{ name, p95: p95(times), max: 50 }]
  } finally {
    await browser.close()
  }
}

/** Milliseconds from the key to the end of the event handlers, and to the paint. */
interface Keystroke {
  handled: number
  painted: number
}

/** Prints the time of the page's code, which a busy compositor does not delay, beside the time until the paint. */
function printPhases(keystrokes: Keystroke[]): void {
  const format = (times: number[]) =>
    `median ${median(times).toFixed(1)} ms, 95th percentile ${p95(times).toFixed(1)} ms`
  console.log(
    `\nA keystroke until the end of its event handlers: ${format(keystrokes.map(({ handled }) => handled))}`,
  )
  console.log(`A keystroke until the paint: ${format(keystrokes.map(({ painted }) => painted))}`)
}

async function timePage(page: Page): Promise<Keystroke[]> {
  await page.goto('/cart')
  const field = page.getByLabel(/^Quantity: /).nth(LINES / 2)
  await field.scrollIntoViewIfNeeded()
  await field.focus()
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLE })
  await type(page, WARM_UP)
  await page.evaluate(recordKeystrokes)
  await type(page, KEYSTROKES)
  return page.evaluate(readKeystrokes)
}

async function type(page: Page, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    await page.keyboard.press(n % 2 === 0 ? '1' : 'Backspace')
    await page.evaluate(waitForPaint)
  }
}

/** Waits for the frame after the next one. By then the last keystroke is painted. */
const waitForPaint = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

function recordKeystrokes(): void {
  const keystrokes: Keystroke[] = []
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.name === 'keydown')
        keystrokes.push({ handled: entry.processingEnd - entry.startTime, painted: entry.duration })
  })
  // The default of 104 ms would leave out fast keystrokes. 16 ms is the minimum.
  const options = { type: 'event', durationThreshold: 16 }
  observer.observe(options as PerformanceObserverInit)
  Object.assign(globalThis, { keystrokes })
}

const readKeystrokes = () => (globalThis as unknown as { keystrokes: Keystroke[] }).keystrokes
