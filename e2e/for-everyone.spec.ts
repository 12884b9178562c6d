import type { Page } from '@playwright/test'
import { hold } from './hold.ts'
import { arrive, expect, test } from './shop.ts'

const publicPages = ['/', '/allParts', '/blogs', '/login', '/login/forgot', '/no/such/page']

const small = '/drawings/house/drivetrain-small.svg'
const still = '/drawings/house/drivetrain-still.svg'

test.use({ expectedErrors: [/status of 404/] })

test('every public page has one heading, one main part and named ways, and a link that skips them', async ({
  page,
}) => {
  for (const path of publicPages) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
    await expect(page.getByRole('main'), path).toHaveCount(1)
    const names = await page
      .locator('nav')
      .evaluateAll((navs) => navs.map((nav) => nav.getAttribute('aria-label')))
    expect(new Set(names.filter(Boolean)).size, path).toBe(names.length)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' }), path).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main'), path).toBeFocused()
  }
})

for (const [path, width] of [
  ['/', 1280],
  ['/allParts', 375],
] as const) {
  test(`whoever tabs through ${path} at ${width} pixels always sees where the focus is`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 700 })
    await page.goto(path)
    for (const [key, times] of [
      ['Tab', 45],
      ['Shift+Tab', 40],
    ] as const) {
      for (let i = 0; i < times; i++) {
        await page.keyboard.press(key)
        expect(await page.evaluate(whatHidesTheFocus), `${key} ${i}`).toBe('')
      }
    }
  })
}

test('at 200 % zoom no public page has to be scrolled sideways, and the bar leaves room', async ({
  page,
}) => {
  await page.setViewportSize({ width: 720, height: 450 })
  for (const path of publicPages) {
    await page.goto(path)
    const seen = await page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      bar: document.querySelector('header')?.getBoundingClientRect().height ?? 0,
    }))
    expect(seen.width, path).toBeLessThanOrEqual(720)
    expect(seen.bar, path).toBeLessThan(450 / 4)
  }
})

test('nothing moves for people who want no motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await arrive(page)
  await page.setViewportSize({ width: 375, height: 700 })
  await page.goto('/')
  // A picture cannot ask for itself: each has the hero that suits it.
  const hero = page.locator('.hero img')
  await expect(hero).toHaveJSProperty('currentSrc', new URL(small, page.url()).href)
  await page.setViewportSize({ width: 1280, height: 700 })
  await expect(hero).toHaveJSProperty('currentSrc', new URL(still, page.url()).href)
  await page.setViewportSize({ width: 375, height: 700 })
  await page.getByRole('link', { name: 'Get Started' }).hover()
  expect(await moving(page), 'a button').toEqual([])
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  expect(await moving(page), 'the switch').toEqual([])
  await page.getByRole('button', { name: 'Menu' }).click()
  expect(await moving(page), 'the menu').toEqual([])
  await hold(page, '/myOrders')
  await page.goto('/dashboard/myOrders')
  await expect(page.getByText('Please wait, Loading ...')).toBeVisible()
  expect(await moving(page), 'the chainring').toEqual([])
  await page.getByRole('button', { name: 'Dashboard' }).click()
  expect(await moving(page), 'the drawer').toEqual([])
})

test('where people choose their own colours, what one is on is marked without them', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/allParts')
  const current = page.getByRole('navigation', { name: 'Main' }).getByText('Bicycle Parts')
  await expect(current).toHaveCSS('text-decoration-line', 'underline')
  await expect(page.getByRole('link', { name: 'Book Now' }).first()).not.toHaveCSS(
    'border-style',
    'none',
  )
})

for (const system of ['light', 'dark'] as const) {
  test(`drawings follow the switch of somebody whose system is ${system}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: system })
    await page.goto('/')
    const other = system === 'light' ? 'dark' : 'light'
    expect(await groundOfDrawing(page)).toBe(system)
    await page.getByRole('button', { name: 'Switch between light and dark' }).click()
    await expect.poll(() => groundOfDrawing(page)).toBe(other)
    await page.goto('/blogs')
    expect(await groundOfDrawing(page)).toBe(other)
  })
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
