import { waitUntil } from '../support/wait-until.ts'
import type { Browser } from './browser-interface.ts'

const TAB = '\uE004'
const TABS_MAXIMUM = 60

/** An element that a user sees: its kind, its label or text, and optionally an ancestor's selector. */
export interface Target {
  kind: 'button' | 'link' | 'field'
  name: string
  /** True if `name` is only the beginning of the label or text. */
  isPrefix?: boolean
  within?: string
}

/** Wraps a browser in the actions of a user on a page. Each action waits until it is possible. */
export function createPage(browser: Browser) {
  /** Waits until the target can be clicked and has the same position in two consecutive polls. Returns the position. */
  function findPosition(target: Target) {
    let before: string
    return waitUntil(`${target.kind} "${target.name}" can be clicked`, async () => {
      const position = await browser.evaluate(locate, target)
      const hasMoved = JSON.stringify(position) !== before
      before = JSON.stringify(position)
      return hasMoved ? null : position
    })
  }

  async function click(target: Target): Promise<void> {
    const { left, top, width, height } = await findPosition(target)
    const x = Math.round(left + width / 2)
    const y = Math.round(top + height / 2)
    await browser.performActions([
      {
        type: 'pointer',
        id: 'mouse',
        parameters: { pointerType: 'mouse' },
        actions: [
          { type: 'pointerMove', x, y, duration: 0 },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ])
  }

  async function type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await browser.performActions([{ type: 'key', id: 'keyboard', actions }])
  }

  async function tabTo(name: string): Promise<void> {
    for (let tabs = 0; tabs < TABS_MAXIMUM; tabs++) {
      if (await browser.evaluate(isFocused, name)) return
      await type(TAB)
    }
    throw new Error(`The Tab key does not reach "${name}".`)
  }

  return {
    navigate: browser.navigate,
    click,
    async fill(name: string, text: string) {
      await click({ kind: 'field', name })
      await type(text)
      await waitUntil(`field "${name}" has the text`, () => browser.evaluate(hasTyped, text))
    },
    /**
     * Moves the focus into a frame with the Tab key, because drivers cannot click in frames of
     * other sites.
     */
    async tabToFrame(title: string) {
      await waitUntil(`frame "${title}" exists`, () =>
        browser.evaluate((css) => document.querySelector(css) !== null, `[title="${title}"]`),
      )
      await tabTo(title)
      await browser.enterFrame(title)
    },
    leaveFrame: () => browser.enterFrame(null),
    /** Moves the focus with the Tab key to a field of the frame, and types into the field. */
    async typeInto(name: string, text: string) {
      await tabTo(name)
      await type(text)
      await waitUntil(`field "${name}" has the text`, () =>
        browser.evaluate(hasTypedInto, { name, text }),
      )
    },
    /** Returns the URL and the beginning of the page's text. */
    readText: () =>
      browser.evaluate(
        (length) => `${location.href}\n${document.body.innerText.slice(0, length)}`,
        1_000,
      ),
    async waitForText(text: string) {
      await waitUntil(`the page shows "${text}"`, () => browser.evaluate(hasText, text))
    },
    async waitForPath(path: string) {
      await waitUntil(`the path starts with ${path}`, () =>
        browser.evaluate((start) => location.pathname.startsWith(start), path),
      )
    },
    async waitForElement(selector: string) {
      await waitUntil(`the page has ${selector}`, () =>
        browser.evaluate((css) => document.querySelector(css) !== null, selector),
      )
    },
  }
}

export type Page = ReturnType<typeof createPage>

/** Runs in the page. Returns the position of the element in the viewport, or null while it cannot be clicked. */
function locate({ kind, name, isPrefix, within }: Target) {
  const selectors = {
    button: 'button',
    link: 'a[href]',
    field: 'input, textarea',
  }
  const normalize = (text: string | null | undefined) => text?.replace(/\s+/g, ' ').trim() ?? ''
  const listNames = (element: HTMLElement) => [
    element.getAttribute('aria-label'),
    element.getAttribute('title'),
    ...(kind === 'field'
      ? [...((element as HTMLInputElement).labels ?? [])].map((label) => label.textContent)
      : [element.textContent]),
  ]
  const scope = within ? document.querySelector(within) : document
  const element = [...(scope?.querySelectorAll<HTMLElement>(selectors[kind]) ?? [])].find(
    (candidate) =>
      candidate.checkVisibility() &&
      !candidate.matches(':disabled') &&
      listNames(candidate)
        .map(normalize)
        .some((text) => (isPrefix ? text.startsWith(name) : text === name)),
  )
  if (!element) return null
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const topmost = document.elementFromPoint(left + width / 2, top + height / 2)
  return topmost && (element.contains(topmost) || topmost.contains(element))
    ? { left, top, width, height }
    : null
}

function hasText(text: string) {
  return document.body.innerText.replace(/\s+/g, ' ').includes(text)
}

function hasTyped(text: string) {
  return (document.activeElement as HTMLInputElement | null)?.value === text
}

function isFocused(name: string) {
  const focused = document.activeElement
  return focused?.getAttribute('title') === name || focused?.getAttribute('aria-label') === name
}

/** True if the value of the field equals the text. Ignores spaces and slashes, which a card field adds. */
function hasTypedInto({ name, text }: { name: string; text: string }) {
  const field = document.querySelector<HTMLInputElement>(`[aria-label="${name}"]`)
  return field?.value.replace(/[ /]/g, '') === text
}
