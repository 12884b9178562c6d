import type { Page } from '@playwright/test'
import { withLargeFont } from '../support/accessibility.ts'
import { expect, test } from '../support/test.ts'

const smallHero = '/drawings/house/drivetrain-small.svg'
const stillHero = '/drawings/house/drivetrain-still.svg'

test('with 200% zoom or a 32-pixel font, the skip link works, the top bar stays small and no page scrolls sideways', async ({
  page,
}) => {
  const inBothSizes = async (run: () => Promise<void>) => {
    await page.setViewportSize({ width: 720, height: 450 })
    await run()
    await page.setViewportSize({ width: 1440, height: 900 })
    await withLargeFont(page, run)
  }
  await inBothSizes(async () => {
    await page.goto('/login/forgot')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await expectPageFits(page)
  })
  const menu = page.getByRole('button', { name: 'Menu' })
  const bar = page.getByRole('navigation', { name: 'Main' })
  for (const [name, path] of [
    ['Login', '/login'],
    ['Blogs', '/blogs'],
    ['Bicycle Parts', '/allParts'],
    ['Home', '/'],
  ] as const) {
    await inBothSizes(async () => {
      await menu.click()
      await bar.getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(path)
      await expect(bar).toBeHidden()
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expectPageFits(page)
    })
  }
})

test('respects reduced motion and forced colours, and keeps the focus visible', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 700 })
  await page.goto('/')
  // The page selects the picture for the width and the motion preference.
  const hero = page.locator('.hero img')
  await expect(hero).toHaveJSProperty('currentSrc', new URL(smallHero, page.url()).href)
  await page.setViewportSize({ width: 1280, height: 700 })
  await expect(hero).toHaveJSProperty('currentSrc', new URL(stillHero, page.url()).href)
  await expectFocusVisible(page, 'Tab', 25)
  await page.locator('.hero a').first().hover()
  expect(await listRunningAnimations(page), 'a button').toEqual([])
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  expect(await listRunningAnimations(page), 'the switch').toEqual([])

  await page.emulateMedia({ forcedColors: 'active' })
  const bar = page.getByRole('navigation', { name: 'Main' })
  await expect(bar.getByText('Home')).toHaveCSS('text-decoration-line', 'underline')
  const button = page.locator('.cell a.btn').first()
  await expect(button).not.toHaveCSS('border-style', 'none')
  await page.emulateMedia({ forcedColors: 'none' })

  await page.setViewportSize({ width: 375, height: 700 })
  await page.getByRole('button', { name: 'Menu' }).click()
  expect(await listRunningAnimations(page), 'the menu').toEqual([])
  await bar.getByRole('link', { name: 'Bicycle Parts' }).click()
  await expect(page).toHaveURL('/allParts')
  await page.locator('#parts .cell').nth(3).locator('a').first().focus()
  await expectFocusVisible(page, 'Shift+Tab', 20)
})

test('drawings follow the system theme until the user presses the theme switch', async ({
  page,
}) => {
  await page.goto('/blogs')
  expect(await readDrawingTheme(page)).toBe('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => readDrawingTheme(page)).toBe('dark')
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  await expect.poll(() => readDrawingTheme(page)).toBe('light')
  await page.reload()
  expect(await readDrawingTheme(page)).toBe('light')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  await expect.poll(() => readDrawingTheme(page)).toBe('dark')
})

/** Expects a header lower than a quarter of the window, and no sideways scrolling. */
async function expectPageFits(page: Page) {
  const { scrollWidth, width, bar, height } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    width: innerWidth,
    bar: document.querySelector('header')?.getBoundingClientRect().height ?? 0,
    height: innerHeight,
  }))
  expect(scrollWidth, page.url()).toBeLessThanOrEqual(width)
  expect(bar, page.url()).toBeLessThan(height / 4)
}

async function expectFocusVisible(page: Page, key: string, times: number) {
  for (let i = 0; i < times; i++) {
    await page.keyboard.press(key)
    expect(await page.evaluate(explainHiddenFocus), `${key} ${i}`).toBe('')
  }
}

/** Returns the background of the first drawing after the hero: light or dark. Reports a drawing without lines. */
async function readDrawingTheme(page: Page) {
  const drawing = page.locator('img[src^="/drawings/"]:not([src*="drivetrain"])').first()
  await drawing.scrollIntoViewIfNeeded()
  await drawing.evaluate((img: HTMLImageElement) => img.decode())
  const picture = (await drawing.screenshot()).toString('base64')
  const { dark, light } = await page.evaluate(countDarkAndLight, picture)
  // Most pixels are background. The lines must have the opposite tone.
  if (Math.min(dark, light) <= 100) return 'no lines'
  return dark > light ? 'dark' : 'light'
}

/** Counts the nearly black and the nearly white pixels of a picture. */
async function countDarkAndLight(picture: string) {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes]))
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  context.drawImage(bitmap, 0, 0)
  const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height)
  let [dark, light] = [0, 0]
  for (let i = 0; i < data.length; i += 4) {
    const brightness = Math.max(data[i] ?? 0, data[i + 1] ?? 0)
    if (brightness < 60) dark++
    if (brightness > 200) light++
  }
  return { dark, light }
}

/** Returns the elements with running animations or transitions. */
function listRunningAnimations(page: Page) {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => animation.playState === 'running')
      .map((animation) => (animation.effect as KeyframeEffect).target?.outerHTML.slice(0, 80)),
  )
}

/** Returns why the focus is not visible, or an empty string. */
function explainHiddenFocus(): string {
  const focused = document.activeElement as HTMLElement
  const name = focused.outerHTML.slice(0, 80)
  if (focused.matches('body, main')) return ''
  const { top, bottom, left, right } = focused.getBoundingClientRect()
  if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth)
    return `outside the window: ${name}`
  const bar = document.querySelector('header') as HTMLElement
  const barBottom = bar.getBoundingClientRect().bottom
  if (!bar.contains(focused) && !focused.matches('.skip') && top < barBottom)
    return `under the bar: ${name}`
  // A checkbox has its outline on its label.
  const outlined = focused.closest('label') ?? focused
  const marked = [outlined, ...outlined.querySelectorAll('*')].some((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
  return marked ? '' : `without an outline: ${name}`
}
