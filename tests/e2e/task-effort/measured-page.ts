import type { Download, Locator, Page } from '@playwright/test'

/** Times of a practised person, in seconds (keystroke-level model). */
const KEY_S = 0.28
const POINT_S = 1.1
const HAND_S = 0.4
const DECISION_S = 1.35

export type MeasuredPage = ReturnType<typeof createMeasuredPage>

/** Performs the steps of a task on a page. Counts clicks and keys, and computes the time of a person. */
export function createMeasuredPage(page: Page) {
  const effort = { clicks: 0, keys: 0, personS: DECISION_S, shopS: 0 }
  let device: 'mouse' | 'keyboard' | undefined
  let lastInputAt = Date.now()

  function moveHandTo(next: 'mouse' | 'keyboard') {
    if (device && device !== next) effort.personS += HAND_S
    device = next
  }

  function decide() {
    effort.personS += DECISION_S
  }

  async function click(target: Locator) {
    moveHandTo('mouse')
    effort.clicks += 1
    effort.personS += POINT_S
    // A person points before the click. This keeps Playwright's own checks out of the shop's time.
    await target.hover()
    lastInputAt = Date.now()
    await target.click()
  }

  /** Presses keys, such as `Control+k`. Each key of a combination counts. */
  async function press(...presses: string[]) {
    moveHandTo('keyboard')
    for (const keys of presses) {
      const count = keys.length === 1 ? 1 : keys.split('+').length
      effort.keys += count
      effort.personS += count * KEY_S
      lastInputAt = Date.now()
      await page.keyboard.press(keys)
    }
  }

  /** Types a text. Each character counts as one key. */
  const type = (text: string) => press(...text)

  /** Waits for the response of the shop to the last input. */
  async function waitFor<T>(response: Promise<T>): Promise<T> {
    const result = await response
    effort.shopS += (Date.now() - lastInputAt) / 1000
    return result
  }

  /** Waits until the shop shows an element. */
  const see = (target: Locator) => waitFor(target.first().waitFor())

  /** Waits until the shop shows an element. The person then decides what to do with the new screen. */
  async function seeAndDecide(target: Locator) {
    await see(target)
    decide()
  }

  /** Performs the step that starts a download, and waits for the file. */
  async function download(step: () => Promise<void>): Promise<Download> {
    const started = page.waitForEvent('download')
    await step()
    return waitFor(started)
  }

  /** Opens the palette and chooses the first row for a text. */
  async function choose(text: string) {
    await press('Control+k')
    await see(page.getByRole('dialog', { name: 'Find' }).getByRole('combobox'))
    await type(text)
    await press('Enter')
  }

  return { page, effort, decide, click, press, type, see, seeAndDecide, download, choose }
}
