import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { awake } from '../support/awake.ts'
import { hold } from '../support/hold.ts'
import { reach } from '../support/keys.ts'
import { expect, type Part, test } from '../support/shop.ts'

test('a dealer searches while typing, and filters the results', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 900 })
  await page.goto('/allParts?search=sidecar')
  await awake(page)
  await test.step('a misspelt search says what it was taken for, also to a screen reader', async () => {
    await search(page).fill('')
    await search(page).pressSequentially('chian')
    await expect(page.locator('.taken-for')).toHaveText('Nothing is called “chian”. Shown: chain.')
    await expect(firstName(page)).toHaveText(/chain/i)
    await expect(page.locator('#parts').getByRole('status').first()).toHaveText(
      /^Nothing is called “chian”. Shown: chain. \d+ parts$/,
    )
  })
  await search(page).fill('chain')
  await expect(page).toHaveURL('/allParts?search=chain')
  await expect(search(page)).toBeFocused()
  await expect(page.locator('.taken-for')).toHaveCount(0)

  const counted = await countBeside(page, 'Chains')
  await family(page, 'Chains').check()
  await expect(page).toHaveURL('/allParts?search=chain&family=chains')
  await expect.poll(() => countOf(page)).toBe(counted)
  await page.getByText('Filters', { exact: true }).click()
  await page.getByRole('checkbox', { name: 'Available now' }).check()
  const to = page.getByLabel('To, in dollars')
  await to.fill('cheap')
  await expect(page.getByText('Give an amount in dollars, such as 4.50.')).toBeVisible()
  await to.fill('9,5')
  await expect(page).toHaveURL('/allParts?search=chain&family=chains&available=true&priceTo=9.5')
  await expect(to).toHaveValue('9,5')
  await sort(page).selectOption('Price: low to high')
  await expect(page).toHaveURL(/&sort=price$/)
  await expectEvery(
    page,
    (part) => part.price <= 9.5 && part.availableQuantity >= part.minimumOrder,
  )
  expect(isAscending(await prices(page))).toBe(true)
  const drawing = cells(page).first().getByRole('img')
  await drawing.scrollIntoViewIfNeeded()
  await expect(drawing).not.toHaveJSProperty('naturalWidth', 0)
})

test('a search is one step of the way back, each tick another', async ({ page }) => {
  await page.goto('/allParts')
  await awake(page)
  await search(page).fill('cas')
  await expect(page).toHaveURL(/search=cas$/)
  await search(page).pressSequentially('sette')
  await expect(page).toHaveURL(/search=cassette$/)
  await family(page, 'Cassettes').check()
  await expect(page).toHaveURL(/search=cassette&family=cassettes$/)
  await page.goBack()
  await expect(page).toHaveURL(/search=cassette$/)
  await expect(family(page, 'Cassettes')).not.toBeChecked()
  await expect(search(page)).toHaveValue('cassette')
  await page.goBack()
  await expect(page).toHaveURL('/allParts')
  await expect(search(page)).toHaveValue('')
  await page.goForward()
  await expect(search(page)).toHaveValue('cassette')
  await sort(page).selectOption('Name')
  await expect(page).toHaveURL(/search=cassette&sort=name$/)
  await firstName(page).locator('a').click()
  await expect(page).toHaveURL(/\/allParts\/[0-9a-f-]{36}$/)
  await page.goBack()
  await expect(sort(page)).toHaveValue('name')
  await page.goBack()
  await expect(page).toHaveURL(/search=cassette$/)
  await expect(firstName(page)).toHaveText(/cassette/i)
})

test('who types, and leaves before it is looked for, is not led back', async ({ page }) => {
  const codeComes = await hold(page, /\/part-page-[^/]*\.js$/)
  await page.clock.install()
  await page.goto('/allParts?search=saddle')
  await awake(page)
  const name = (await firstName(page).textContent()) ?? ''
  // It is looked for a moment after the last key: that moment does not pass on a slow machine either.
  await page.clock.pauseAt(Date.now() + 60_000)
  await search(page).fill('pedal')
  await firstName(page).locator('a').click()
  await expect(page).toHaveURL(/\/allParts\/[^?]+$/)
  await page.clock.runFor(600)
  await page.clock.resume()
  codeComes()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('more comes as one scrolls, three times, then on a press; and the way back leads to the same place', async ({
  page,
}) => {
  // Three rows are higher than what is loaded ahead, and cheaper than a whole page.
  await page.route(/\/parts\?.*size=24/, (route) =>
    route.continue({ url: route.request().url().replace('size=24', 'size=9') }),
  )
  await page.goto('/allParts')
  await awake(page)
  await expect(cells(page)).toHaveCount(24)
  for (const shown of [33, 42, 51]) {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(cells(page)).toHaveCount(shown)
  }
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(page.locator('footer')).toBeInViewport()
  await expect(page.locator('.more-rows')).toContainText(/1 to 51 of \d+/)
  await page.locator('.more-rows a').click()
  await expect(cells(page)).toHaveCount(60)
  await expect(cells(page).nth(51).locator('a').first()).toBeFocused()

  const far = cells(page).nth(44).locator('h2')
  await far.scrollIntoViewIfNeeded()
  const name = await far.innerText()
  const top = await page.evaluate(() => window.scrollY)
  await far.locator('a').click()
  await expect(page).toHaveURL(/\/allParts\/[0-9a-f-]{36}$/)
  await expect(page.locator('h1')).toHaveText(name)
  await page.goBack()
  await expect(cells(page)).toHaveCount(60)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top)
})

test.describe('where answers are late', () => {
  test.use({ expectedErrors: [/^CallError|ERR_INTERNET_DISCONNECTED/] })

  test('the last search is shown, whichever is answered last; without a connection, what was seen before', async ({
    page,
    context,
  }) => {
    const answer = await hold(page, /\/parts\?.*search=pedal/)
    await page.goto('/allParts?search=hanger')
    await awake(page)
    const shown = await cells(page).count()
    await search(page).fill('pedal')
    await expect(page).toHaveURL(/search=pedal/)
    await expect(page.locator('#parts')).toHaveAttribute('aria-busy', 'true')
    // What was there stays there meanwhile.
    expect(shown).toBeGreaterThan(0)
    await expect(cells(page)).toHaveCount(shown)
    await search(page).fill('saddle')
    await expect(firstName(page)).toHaveText(/saddle/i)
    answer()
    await expect(page.locator('#parts')).not.toHaveAttribute('aria-busy')
    await expect(firstName(page)).toHaveText(/saddle/i)
    await expect(search(page)).toHaveValue('saddle')

    await search(page).fill('hanger')
    await expect(page).toHaveURL('/allParts?search=hanger')
    await context.setOffline(true)
    await search(page).fill('saddle')
    await expect(page.locator('#parts')).not.toHaveAttribute('aria-busy')
    await expect(firstName(page)).toHaveText(/saddle/i)
    await family(page, 'Saddles').check()
    await expect(page.getByText('What you look for comes when you are back.')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText('What you look for comes when you are back.')).toHaveCount(0)
    await expect(page.locator('#parts')).not.toHaveAttribute('aria-busy')
    await expect(firstName(page)).toHaveText(/saddle/i)
  })
})

test('what was typed and ticked before the page woke is not lost', async ({ page }) => {
  const wake = await hold(page, /\/assets\/(?!head-script).*\.js$/)
  await page.goto('/allParts?search=saddle', { waitUntil: 'commit' })
  await search(page).fill('holm')
  await family(page, 'Chains').check()
  await sort(page).selectOption('Price: low to high')
  wake()
  await expect(page).toHaveURL('/allParts?search=holm&family=chains&sort=price')
  await expect(sort(page)).toHaveValue('price')
  await expect(search(page)).toHaveValue('holm')
  await expect(family(page, 'Chains')).toBeChecked()
})

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  test('the form finds', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 900 })
    await page.goto('/allParts?search=saddle')
    await search(page).fill('holm')
    await family(page, 'Chains').check()
    await family(page, 'Pedals').check()
    await page.getByText('Filters', { exact: true }).click()
    await page.getByRole('checkbox', { name: 'Available now' }).check()
    await sort(page).selectOption('Price: high to low')
    await page.getByRole('button', { name: 'Show parts' }).click()
    await expect(page).toHaveURL(/search=holm.*&family=chains&family=pedals/)
    await expect(search(page)).toHaveValue('holm')
    await expect(family(page, 'Chains')).toBeChecked()
    await expect(family(page, 'Pedals')).toBeChecked()
    await expect(family(page, 'Hubs')).not.toBeChecked()
    await expect(sort(page)).toHaveValue('-price')
    expect(isAscending((await prices(page)).reverse())).toBe(true)
    for (const name of await allNames(page)) expect(name).toMatch(/holm/i)
    await page.getByRole('link', { name: 'Clear all' }).click()
    await expect(page).toHaveURL('/allParts?sort=-price')
    await page.getByRole('link', { name: 'More parts' }).click()
    await expect(page).toHaveURL(/sort=-price&after=/)
    await expect(page.getByRole('link', { name: 'From the first part' })).toBeVisible()
  })
})

test('a part is found, looked at and booked without a mouse', async ({ page }) => {
  await page.goto('/allParts?search=saddle')
  await awake(page)
  await reach(page, search(page))
  await page.keyboard.type('pedal')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/allParts?search=pedal')
  await reach(page, page.locator('[name=available]'))
  await page.keyboard.press('Space')
  await expect(page).toHaveURL('/allParts?search=pedal&available=true')
  await reach(page, family(page, 'Pedals'))
  await page.keyboard.press('Space')
  await expect(page).toHaveURL('/allParts?search=pedal&family=pedals&available=true')
  await expect(family(page, 'Pedals')).toBeFocused()
  await reach(page, page.getByRole('link', { name: 'Remove Available now' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/allParts?search=pedal&family=pedals')
  await expect(page.getByRole('link', { name: 'Remove Pedals' })).toBeFocused()
  await reach(page, sort(page))
  await reach(page, firstName(page).locator('a'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/allParts\/[0-9a-f-]{36}$/)
  await page.goBack()
  await page.getByRole('link', { name: 'Skip to the parts' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(firstName(page).locator('a')).toBeFocused()
})

test('what was chosen stands in chips; each gives itself up, and Clear all gives up all; axe finds nothing', async ({
  page,
}) => {
  await page.goto('/allParts?search=chian&family=chains,pedals&priceFrom=1&sort=name')
  await awake(page)
  const chips = page.getByRole('list', { name: 'Chosen' })
  await expect(chips.getByRole('listitem')).toHaveText([
    '“chian”',
    'From $1.00',
    'Chains',
    'Pedals',
    'Clear all',
  ])
  await expectAccessible(page)
  await chips.getByRole('link', { name: 'Remove Chains' }).click()
  await expect(page).toHaveURL('/allParts?search=chian&family=pedals&priceFrom=1&sort=name')
  await expect(family(page, 'Chains')).not.toBeChecked()
  await expect(chips.getByRole('link', { name: 'Remove Pedals' })).toBeFocused()

  await page.setViewportSize({ width: 320, height: 900 })
  await page.getByText('Filters', { exact: true }).click()
  await search(page).fill('sidecar')
  await page.getByLabel('To, in dollars').fill('0.5')
  await expect(page.getByText('The first price is above the second.')).toBeVisible()
  await expect(page).toHaveURL(/search=sidecar.*&priceTo=0.5/)
  await expect(page.getByText('No parts match “sidecar” and these filters.')).toBeVisible()
  // The result before stands there dimmed until the next one has come.
  await expect(page.locator('#parts')).not.toHaveAttribute('aria-busy')
  await expectAccessible(page)

  await chips.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/allParts?sort=name')
  await expect(search(page)).toHaveValue('')
  await expect(chips).toHaveCount(0)
  await sort(page).selectOption('Catalogue order')
  await expect(page).toHaveURL('/allParts')
})

function search(page: Page) {
  return page.locator('.parts-search input')
}

function sort(page: Page) {
  return page.locator('select[name=sort]')
}

function family(page: Page, name: string) {
  return familyRow(page, name).locator('input')
}

function familyRow(page: Page, name: string) {
  return page.locator('.families li').filter({ hasText: name })
}

async function countBeside(page: Page, name: string): Promise<number> {
  return Number(await familyRow(page, name).locator('small').innerText())
}

function cells(page: Page) {
  return page.locator('#parts .cell')
}

function firstName(page: Page) {
  return cells(page).first().locator('h2')
}

async function allNames(page: Page): Promise<string[]> {
  return cells(page).locator('h2').allInnerTexts()
}

async function prices(page: Page): Promise<number[]> {
  const texts = await cells(page).locator('.price').allInnerTexts()
  return texts.map((text) => Number(/\$([\d.,]+)/.exec(text)?.[1]?.replaceAll(',', '')))
}

function isAscending(numbers: number[]): boolean {
  return numbers.every((number, place) => place === 0 || number >= (numbers[place - 1] ?? 0))
}

/** How many parts the screen says that there are. */
async function countOf(page: Page): Promise<number> {
  const words = await page.locator('.parts-count').innerText()
  return words === 'No parts' ? 0 : Number(words.replace(/ parts?$/, ''))
}

/** What is on the screen is what the call gives for the same address, and all of it is as wanted. */
async function expectEvery(page: Page, wanted: (part: Part) => boolean) {
  const { search: query } = new URL(page.url())
  const parts: Part[] = await (await page.request.get(`/parts${query}`)).json()
  expect(parts.length).toBeGreaterThan(0)
  expect(parts.every(wanted)).toBe(true)
  await expect.poll(() => allNames(page)).toEqual(parts.slice(0, 24).map(({ name }) => name))
}
