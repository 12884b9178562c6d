import type { Page } from '@playwright/test'
import { expect, test } from '../support/shop.ts'

const small = '/drawings/house/drivetrain-small.svg'
const still = '/drawings/house/drivetrain-still.svg'

test('at 200 % zoom a link skips the bar, which leaves room, and no public page is scrolled sideways', async ({
  page,
}) => {
  await page.setViewportSize({ width: 720, height: 450 })
  await page.goto('/login/forgot')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expectRoom(page)
  const menu = page.getByRole('button', { name: 'Menu' })
  const bar = page.getByRole('navigation', { name: 'Main' })
  for (const [name, path] of [
    ['Login', '/login'],
    ['Blogs', '/blogs'],
    ['Bicycle Parts', '/allParts'],
    ['Home', '/'],
  ] as const) {
    await menu.click()
    await bar.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(bar).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expectRoom(page)
  }
})

test('on the home page nothing moves for people who want no motion, and with their own colours the current page is underlined; the focus can always be seen, also back through a small list of parts', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 700 })
  await page.goto('/')
  // A picture cannot ask for itself: each has the hero that suits it.
  const hero = page.locator('.hero img')
  await expect(hero).toHaveJSProperty('currentSrc', new URL(small, page.url()).href)
  await page.setViewportSize({ width: 1280, height: 700 })
  await expect(hero).toHaveJSProperty('currentSrc', new URL(still, page.url()).href)
  await expectFocusSeen(page, 'Tab', 25)
  await page.locator('.hero a').first().hover()
  expect(await moving(page), 'a button').toEqual([])
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  expect(await moving(page), 'the switch').toEqual([])

  await page.emulateMedia({ forcedColors: 'active' })
  const bar = page.getByRole('navigation', { name: 'Main' })
  await expect(bar.getByText('Home')).toHaveCSS('text-decoration-line', 'underline')
  const button = page.locator('.cell a.btn').first()
  await expect(button).not.toHaveCSS('border-style', 'none')
  await page.emulateMedia({ forcedColors: 'none' })

  await page.setViewportSize({ width: 375, height: 700 })
  await page.getByRole('button', { name: 'Menu' }).click()
  expect(await moving(page), 'the menu').toEqual([])
  await bar.getByRole('link', { name: 'Bicycle Parts' }).click()
  await expect(page).toHaveURL('/allParts')
  await page.locator('#parts .cell').nth(3).locator('a').first().focus()
  await expectFocusSeen(page, 'Shift+Tab', 20)
})

test('drawings follow the system until one presses the switch, and the switch from then on', async ({
  page,
}) => {
  await page.goto('/blogs')
  expect(await groundOfDrawing(page)).toBe('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => groundOfDrawing(page)).toBe('dark')
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  await expect.poll(() => groundOfDrawing(page)).toBe('light')
  await page.reload()
  expect(await groundOfDrawing(page)).toBe('light')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  await expect.poll(() => groundOfDrawing(page)).toBe('dark')
})

/** Expects a bar of less than a quarter of the window, and a page that is not wider than it. */
async function expectRoom(page: Page) {
  const seen = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    bar: document.querySelector('header')?.getBoundingClientRect().height ?? 0,
  }))
  expect(seen.width, page.url()).toBeLessThanOrEqual(720)
  expect(seen.bar, page.url()).toBeLessThan(450 / 4)
}

async function expectFocusSeen(page: Page, key: string, times: number) {
  for (let i = 0; i < times; i++) {
    await page.keyboard.press(key)
    expect(await page.evaluate(whatHidesTheFocus), `${key} ${i}`).toBe('')
  }
}

/** Whether the page's first drawing but the hero is drawn in dark lines or in light ones. */
async function groundOfDrawing(page: Page) {
  const drawing = page.locator('img[src^="/drawings/"]:not([src*="drivetrain"])').first()
  await drawing.scrollIntoViewIfNeeded()
  await drawing.evaluate((img: HTMLImageElement) => img.decode())
  const picture = (await drawing.screenshot()).toString('base64')
  const { dark, light } = await page.evaluate(countTones, picture)
  // Ground is most of it; what matters is whether its lines are of the other kind.
  return dark > light ? (light > 100 ? 'dark' : 'a dark blot') : dark > 100 ? 'light' : 'a blank'
}

/** How many pixels of a picture are nearly black, and how many nearly white. */
async function countTones(picture: string) {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes]))
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const pen = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  pen.drawImage(bitmap, 0, 0)
  const { data } = pen.getImageData(0, 0, bitmap.width, bitmap.height)
  let [dark, light] = [0, 0]
  for (let i = 0; i < data.length; i += 4) {
    const tone = Math.max(data[i] ?? 0, data[i + 1] ?? 0)
    if (tone < 60) dark++
    if (tone > 200) light++
  }
  return { dark, light }
}

/** Animations and transitions that go on now. */
function moving(page: Page) {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => animation.playState === 'running')
      .map((animation) => (animation.effect as KeyframeEffect).target?.outerHTML.slice(0, 80)),
  )
}

/** Why the focus cannot be seen, or nothing if it can. */
function whatHidesTheFocus(): string {
  const focused = document.activeElement as HTMLElement
  const name = focused.outerHTML.slice(0, 80)
  if (focused.matches('body, main')) return ''
  const { top, bottom, left, right } = focused.getBoundingClientRect()
  if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth) return `away: ${name}`
  const bar = document.querySelector('header') as HTMLElement
  const below = bar.getBoundingClientRect().bottom
  if (!bar.contains(focused) && !focused.matches('.skip') && top < below)
    return `under the bar: ${name}`
  // A box to tick wears its mark on its label.
  const wearer = focused.closest('label') ?? focused
  const marked = [wearer, ...wearer.querySelectorAll('*')].some((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
  return marked ? '' : `without a mark: ${name}`
}
