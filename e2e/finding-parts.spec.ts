import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { awake } from './awake.ts'
import { hold, isPath } from './hold.ts'
import { reach } from './keys.ts'
import { shiftsOf, watchShifts } from './shifts.ts'
import { expect, type Part, test } from './shop.ts'

for (const width of [375, 1440]) {
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('a dealer finds a part as he types, narrows what he finds, and shares it', async ({
      page,
      browser,
    }) => {
      await page.goto('/allParts')
      await search(page).pressSequentially('chain')
      await expect(page).toHaveURL('/allParts?search=chain')
      await expect(firstName(page)).toHaveText(/chain/i)
      await expect(search(page)).toBeFocused()
      const found = await countOf(page)

      await family(page, 'Chains').check()
      await expect(page).toHaveURL('/allParts?search=chain&family=chains')
      await expect.poll(() => countOf(page)).toBeLessThan(found)
      await openFilters(page)
      await page.getByRole('checkbox', { name: 'Available now' }).check()
      await page.getByLabel('To, in dollars').fill('9.5')
      await expect(page).toHaveURL(
        '/allParts?search=chain&family=chains&available=true&priceTo=9.5',
      )
      await expectEvery(
        page,
        (part) => part.price <= 9.5 && part.availableQuantity >= part.minimumOrder,
      )
      await sort(page).selectOption('Price: low to high')
      await expect(page).toHaveURL(/&sort=price$/)
      await expect.poll(async () => isAscending(await prices(page))).toBe(true)
      const names = await allNames(page)

      const elsewhere = await (await fresh(browser, width)).newPage()
      await elsewhere.goto(page.url())
      expect(await allNames(elsewhere)).toEqual(names)
      await expect(search(elsewhere)).toHaveValue('chain')
      await expect(family(elsewhere, 'Chains')).toBeChecked()
      await expect(sort(elsewhere)).toHaveValue('price')
      await openFilters(elsewhere)
      await expect(elsewhere.getByRole('checkbox', { name: 'Available now' })).toBeChecked()
      await expect(elsewhere.getByLabel('To, in dollars')).toHaveValue('9.5')
      await elsewhere.context().close()
    })

    test('nothing on the page jumps while it wakes and while one searches', async ({ page }) => {
      await watchShifts(page)
      await page.goto('/allParts?family=chains')
      await page.waitForLoadState('networkidle')
      await family(page, 'Cassettes').check()
      await expect(page).toHaveURL(/cassettes/)
      await search(page).pressSequentially('holm', { delay: 60 })
      await expect(page).toHaveURL(/search=holm/)
      await expect(page.locator('#parts')).not.toHaveAttribute('aria-busy')
      await search(page).fill('')
      await expect(page).not.toHaveURL(/search/)
      await page.waitForLoadState('networkidle')
      expect(await shiftsOf(page)).toEqual([])
    })
  })
}

test('what was chosen stands in chips; each gives itself up, and Clear all gives up all', async ({
  page,
}) => {
  await page.goto('/allParts?search=holm&family=chains,pedals&priceFrom=1&sort=name')
  await awake(page)
  const chips = page.getByRole('list', { name: 'Chosen' })
  await expect(chips.getByRole('listitem')).toHaveText([
    '“holm”',
    'From $1.00',
    'Chains',
    'Pedals',
    'Clear all',
  ])
  await chips.getByRole('link', { name: 'Remove Chains' }).click()
  await expect(page).toHaveURL('/allParts?search=holm&family=pedals&priceFrom=1&sort=name')
  await expect(family(page, 'Chains')).not.toBeChecked()
  await expect(chips.getByRole('link', { name: 'Remove Pedals' })).toBeFocused()
  await chips.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/allParts?sort=name')
  await expect(search(page)).toHaveValue('')
  await expect(chips).toHaveCount(0)
})

test('sizes and part numbers are found, in any spelling of theirs', async ({ page }) => {
  await page.goto('/allParts')
  await search(page).fill('FH-10110-7')
  await expect(page).toHaveURL('/allParts?search=FH-10110-7')
  await expect.poll(() => allNames(page)).toHaveLength(1)
  await expect(cells(page).first()).toContainText('FH-10110-7')
  await search(page).fill('46T')
  await expect(page).toHaveURL('/allParts?search=46T')
  await expect(cells(page).first()).toContainText(/46 teeth/)
  await search(page).fill('6902')
  await expect(page).toHaveURL('/allParts?search=6902')
  await expect(cells(page).first()).toContainText(/6902/)
})

test('a misspelt search says what it was taken for', async ({ page }) => {
  await page.goto('/allParts')
  await search(page).fill('chian')
  await expect(page.locator('.taken-for')).toHaveText('Nothing is called “chian”. Shown: chain.')
  await expect(firstName(page)).toHaveText(/chain/i)
  await expect(search(page)).toHaveValue('chian')
  // A screen reader is told once typing has come to rest.
  await expect(page.locator('#parts').getByRole('status').first()).toHaveText(
    /^Nothing is called “chian”. Shown: chain. \d+ parts$/,
  )
})

test('what is sorted is sorted', async ({ page }) => {
  await page.goto('/allParts?family=chains,chainrings')
  const catalogue = await allNames(page)
  await sort(page).selectOption('Price: low to high')
  await expect.poll(async () => isAscending(await prices(page))).toBe(true)
  await sort(page).selectOption('Price: high to low')
  await expect.poll(async () => isAscending((await prices(page)).reverse())).toBe(true)
  await sort(page).selectOption('Name')
  const byName = [...catalogue].sort((one, other) => one.localeCompare(other, 'en'))
  await expect.poll(() => allNames(page)).toEqual(byName)
  await sort(page).selectOption('Newest first')
  await expect(page).toHaveURL(/sort=newest/)
  await sort(page).selectOption('Catalogue order')
  await expect(page).toHaveURL('/allParts?family=chainrings%2Cchains')
  await expect.poll(() => allNames(page)).toEqual(catalogue)
})

test('families are counted under the other wishes, and several may be ticked', async ({ page }) => {
  await page.goto('/allParts?priceTo=3')
  const chains = await countBeside(page, 'Chains')
  const pedals = await countBeside(page, 'Pedals')
  await family(page, 'Chains').check()
  await expect.poll(() => countOf(page)).toBe(chains)
  await family(page, 'Pedals').check()
  await expect.poll(() => countOf(page)).toBe(chains + pedals)
  await expect.poll(() => countBeside(page, 'Chains')).toBe(chains)
})

test('a search is one step of the way back, each tick another', async ({ page }) => {
  await page.goto('/allParts')
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  await search(page).pressSequentially('cas', { delay: 30 })
  await expect(page).toHaveURL(/search=cas$/)
  await search(page).pressSequentially('sette', { delay: 30 })
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
  await firstName(page).getByRole('link').click()
  await expect(page).toHaveURL(/\/allParts\/[0-9a-f-]{36}$/)
  await page.goBack()
  await expect(sort(page)).toHaveValue('name')
  await page.goBack()
  await expect(page).toHaveURL(/search=cassette$/)
  await expect(firstName(page)).toHaveText(/cassette/i)
  await page.reload()
  await expect(search(page)).toHaveValue('cassette')
  await expect(firstName(page)).toHaveText(/cassette/i)
})

test('what an address says wrong is simply not wanted', async ({ page }) => {
  // Another journey may add a part or take one away in between.
  await expect(async () => {
    await page.goto('/allParts')
    const all = await countOf(page)
    await page.goto(
      '/allParts?family=../x,%00&available=maybe&priceFrom=cheap&priceTo=-1&sort=luck&after=nobody',
    )
    expect(await countOf(page)).toBe(all)
  }).toPass()
  await expect(page.getByRole('list', { name: 'Chosen' })).toHaveCount(0)
})

test('a price that is none is said to be none, with a comma it is one', async ({ page }) => {
  await page.goto('/allParts')
  const from = page.getByLabel('From, in dollars')
  await from.fill('cheap')
  await expect(page.getByText('Give an amount in dollars, such as 4.50.')).toBeVisible()
  await expect(page).toHaveURL('/allParts')
  await from.fill('4,50')
  await expect(page).toHaveURL('/allParts?priceFrom=4.5')
  await expect(from).toHaveValue('4,50')
  await page.getByLabel('To, in dollars').fill('2')
  await expect(page.getByText('The first price is above the second.')).toBeVisible()
})

test('who types, and leaves before it is looked for, is not led back', async ({ page }) => {
  const codeComes = await hold(page, /\/part-page-[^/]*\.js$/)
  await page.clock.install()
  await page.goto('/allParts')
  await awake(page)
  const name = (await firstName(page).textContent()) ?? ''
  // It is looked for a moment after the last key: that moment does not pass on a slow machine either.
  await page.clock.pauseAt(Date.now() + 60_000)
  await search(page).fill('pedal')
  await firstName(page).getByRole('link').click()
  await expect(page).toHaveURL(/\/allParts\/[^?]+$/)
  await page.clock.runFor(600)
  await page.clock.resume()
  codeComes()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('where nothing is left, it is said why, and one press shows all again', async ({ page }) => {
  await page.goto('/allParts?search=sidecar&family=pedals')
  await expect(page.getByText('No parts match “sidecar” and these filters.')).toBeVisible()
  const outline = page.locator('#parts img')
  await expect(outline).toHaveAttribute('src', '/drawings/house/phantom-pedal.svg')
  await page.locator('#parts').getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/allParts')
  await expect(cells(page).first()).toBeVisible()
})

test('more comes as one scrolls, three times, then on a press; and the way back leads to the same place', async ({
  page,
}) => {
  await page.goto('/allParts')
  const more = page.getByRole('link', { name: 'More parts' })
  for (const shown of [48, 72, 96]) {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(cells(page)).toHaveCount(shown)
  }
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(page.getByRole('contentinfo')).toBeInViewport()
  await expect(page.getByText(/^1 to 96 of \d+$/)).toBeVisible()
  await more.click()
  await expect(cells(page)).toHaveCount(120)
  await expect(cells(page).nth(96).getByRole('link').first()).toBeFocused()

  const far = cells(page).nth(80).getByRole('heading')
  await far.scrollIntoViewIfNeeded()
  const name = await far.innerText()
  const top = await page.evaluate(() => window.scrollY)
  await far.getByRole('link').click()
  await expect(page).toHaveURL(/\/allParts\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await page.goBack()
  await expect(cells(page)).toHaveCount(120)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top)
})

test('two quick searches that are answered out of order show the last one', async ({ page }) => {
  let answer = () => {}
  const late = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(isPath('/parts'), async (route) => {
    if (route.request().url().includes('search=pedal')) await late
    await route.continue().catch(() => {})
  })
  await page.goto('/allParts')
  await search(page).fill('pedal')
  await expect(page).toHaveURL(/search=pedal/)
  await expect(page.locator('#parts')).toHaveAttribute('aria-busy', 'true')
  // What was there stays there meanwhile.
  await expect(cells(page)).toHaveCount(24)
  await search(page).fill('saddle')
  await expect(firstName(page)).toHaveText(/saddle/i)
  answer()
  await expect(page.locator('#parts')).not.toHaveAttribute('aria-busy')
  await expect(firstName(page)).toHaveText(/saddle/i)
  await expect(search(page)).toHaveValue('saddle')
})

test('what was typed and ticked before the page woke is not lost', async ({ page }) => {
  let wake = () => {}
  const woken = new Promise<void>((resolve) => {
    wake = resolve
  })
  await page.route(/\/assets\/(?!head-script).*\.js$/, async (route) => {
    await woken
    await route.continue()
  })
  await page.goto('/allParts', { waitUntil: 'commit' })
  await search(page).fill('holm')
  await family(page, 'Chains').check()
  await sort(page).selectOption('Price: low to high')
  wake()
  await expect(page).toHaveURL('/allParts?search=holm&family=chains&sort=price')
  await expect(sort(page)).toHaveValue('price')
  await expect(search(page)).toHaveValue('holm')
  await expect(family(page, 'Chains')).toBeChecked()
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/^CallError|ERR_INTERNET_DISCONNECTED/] })

  test('one sees what was seen before, and the rest comes with the connection', async ({
    page,
    context,
  }) => {
    await page.goto('/allParts')
    await awake(page)
    await family(page, 'Chains').check()
    await expect(firstName(page)).toHaveText(/chain/i)
    await family(page, 'Chains').uncheck()
    await expect(page).toHaveURL('/allParts')
    await context.setOffline(true)
    await family(page, 'Chains').check()
    await expect(page.locator('#parts')).not.toHaveAttribute('aria-busy')
    await expect(firstName(page)).toHaveText(/chain/i)
    await family(page, 'Saddles').check()
    await expect(page.getByText('What you look for comes when you are back.')).toBeVisible()
    await context.setOffline(false)
    await expect.poll(() => countOf(page)).toBeGreaterThan(8)
  })
})

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  test('the form finds', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 900 })
    await page.goto('/allParts')
    await search(page).fill('holm')
    await family(page, 'Chains').check()
    await family(page, 'Pedals').check()
    await openFilters(page)
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
    await page.getByRole('link', { name: 'Remove Chains' }).click()
    await expect(page).toHaveURL('/allParts?search=holm&family=pedals&available=true&sort=-price')
    await search(page).fill('sidecar')
    await search(page).press('Enter')
    await expect(page.getByText('No parts match “sidecar” and these filters.')).toBeVisible()
    await page.locator('#parts').getByRole('link', { name: 'Clear all' }).click()
    await page.getByRole('link', { name: 'More parts' }).click()
    await expect(page).toHaveURL(/sort=-price&after=/)
    await page.getByRole('link', { name: 'From the first part' }).click()
    await expect(page).toHaveURL('/allParts?sort=-price')
  })
})

test('a part is found, looked at and booked without a mouse', async ({ page }) => {
  await page.goto('/allParts')
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  await reach(page, search(page))
  await page.keyboard.type('pedal')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/allParts?search=pedal')
  await reach(page, page.getByRole('checkbox', { name: 'Available now' }))
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
  await reach(page, cells(page).first().getByRole('heading').getByRole('link'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/allParts\/[0-9a-f-]{36}$/)
  await page.goBack()
  await page.getByRole('link', { name: 'Skip to the parts' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(cells(page).first().getByRole('heading').getByRole('link')).toBeFocused()
})

test('hostile words in an address are words', async ({ page }) => {
  await page.addInitScript(() => {
    window.hurt = () => {
      throw new Error('hurt')
    }
  })
  for (const text of [
    '<script>hurt()</script>',
    '"><img src=x onerror=hurt()>',
    `$\{hurt()}`,
    "';hurt()//",
  ]) {
    await page.goto(
      `/allParts?search=${encodeURIComponent(text)}&family=${encodeURIComponent(text)}`,
    )
    await expect(search(page)).toHaveValue(text)
    await expect(page.getByRole('link', { name: `Remove “${text}”` })).toBeVisible()
    await expect(page.locator('img[src="x"]')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  }
})

test('axe finds nothing, whatever is chosen, and nothing is wider than the screen', async ({
  page,
}) => {
  for (const query of [
    '?search=chian&family=chains,chainrings&available=true&priceFrom=1&priceTo=45',
    '?search=sidecar&priceFrom=9&priceTo=3',
  ]) {
    await page.goto(`/allParts${query}`)
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 320, height: 900 })
  await openFilters(page)
  await expectAccessible(page)
})

declare global {
  interface Window {
    hurt: () => void
  }
}

function search(page: Page) {
  return page.getByRole('searchbox', { name: 'Search parts' })
}

function sort(page: Page) {
  return page.getByLabel('Sort')
}

function family(page: Page, name: string) {
  return page.getByRole('list', { name: 'Family' }).getByRole('checkbox', { name })
}

async function countBeside(page: Page, name: string): Promise<number> {
  const row = page
    .getByRole('list', { name: 'Family' })
    .getByRole('listitem')
    .filter({ hasText: name })
  return Number(await row.locator('small').innerText())
}

/** On a small screen the price and the rest are behind a button. */
async function openFilters(page: Page) {
  const filters = page.getByText('Filters', { exact: true })
  if (await filters.isVisible()) await filters.click()
}

function cells(page: Page) {
  return page.locator('#parts .cell')
}

function firstName(page: Page) {
  return cells(page).first().getByRole('heading')
}

async function allNames(page: Page): Promise<string[]> {
  return cells(page).getByRole('heading').allInnerTexts()
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

async function fresh(
  browser: { newContext(options: object): Promise<BrowserContext> },
  width: number,
) {
  return browser.newContext({ viewport: { width, height: 900 } })
}
