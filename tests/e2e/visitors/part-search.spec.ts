import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectTableFrom560,
  tabTo,
} from '../support/accessibility.ts'
import { holdRequests } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'
import { type Part, waitForHydration } from '../support/users-and-orders.ts'

test('searches while typing and filters the results', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 900 })
  await page.goto('/allParts?search=sidecar')
  await waitForHydration(page)
  await test.step('a misspelt search shows the corrected search, also to screen readers', async () => {
    await getSearchField(page).fill('')
    await getSearchField(page).pressSequentially('chian')
    await expect(page.locator('.search-correction')).toHaveText('Showing results for “chain”.')
    await expect(getFirstName(page)).toHaveText(/chain/i)
    await expect(page.locator('#parts').getByRole('status').first()).toHaveText(
      /^Showing results for “chain”. \d+ parts$/,
    )
  })
  await getSearchField(page).fill('chain')
  await expect(page).toHaveURL('/allParts?search=chain')
  await expect(getSearchField(page)).toBeFocused()
  await expect(page.locator('.search-correction')).toHaveCount(0)
  await test.step('a search closes the families, so that the first result is in view', async () => {
    await expect(getFamilyRow(page, 'Chains')).toBeHidden()
    const readTop = () =>
      getCells(page)
        .first()
        .evaluate((cell) => cell.getBoundingClientRect().top)
    expect(await readTop()).toBeLessThan(400)
    await page.getByText('Family', { exact: true }).filter({ visible: true }).click()
    await expect(getFamilyRow(page, 'Chains')).toBeVisible()
    await expect(getFamilyRow(page, 'Pedals'), 'a family without matches').toBeHidden()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(getFamilyCheckbox(page, 'Chains')).toBeFocused()
    await expect(page.locator('.families > :not([data-none])').last()).toBeInViewport({ ratio: 1 })
  })

  const expectedCount = await readFamilyCount(page, 'Chains')
  await getFamilyCheckbox(page, 'Chains').check()
  await expect(page).toHaveURL('/allParts?search=chain&family=chains')
  await expect.poll(() => readPartCount(page)).toBe(expectedCount)
  await expect(page.getByRole('checkbox', { name: 'Available now' })).toBeHidden()
  await page.getByText('Filters', { exact: true }).click()
  await page.getByRole('checkbox', { name: 'Available now' }).check()
  const to = page.getByLabel('To, in dollars')
  await to.fill('cheap')
  await expect(
    page.getByText('Enter an amount up to $999,999.99 with at most two decimals, such as 4.50.'),
  ).toBeVisible()
  await to.fill('9,5')
  await expect(page).toHaveURL('/allParts?search=chain&family=chains&available=true&priceTo=9.5')
  await expect(to).toHaveValue('9,5')
  await getSortField(page).selectOption('Price: low to high')
  await expect(page).toHaveURL(/&sort=price$/)
  await expectResults(
    page,
    (part) => part.price <= 9.5 && part.availableQuantity >= part.minimumOrder,
  )
  expect(isAscending(await readPrices(page))).toBe(true)
  const drawing = getCells(page).first().getByRole('img')
  await drawing.scrollIntoViewIfNeeded()
  await expect(drawing).not.toHaveJSProperty('naturalWidth', 0)
})

test('Back undoes a search in one step, and each filter in its own step', async ({ page }) => {
  await page.goto('/allParts')
  await waitForHydration(page)
  await getSearchField(page).fill('cas')
  await expect(page).toHaveURL(/search=cas$/)
  await getSearchField(page).pressSequentially('sette')
  await expect(page).toHaveURL(/search=cassette$/)
  await getFamilyCheckbox(page, 'Cassettes').check()
  await expect(page).toHaveURL(/search=cassette&family=cassettes$/)
  await page.goBack()
  await expect(page).toHaveURL(/search=cassette$/)
  await expect(getFamilyCheckbox(page, 'Cassettes')).not.toBeChecked()
  await expect(getSearchField(page)).toHaveValue('cassette')
  await page.goBack()
  await expect(page).toHaveURL('/allParts')
  await expect(getSearchField(page)).toHaveValue('')
  await page.goForward()
  await expect(getSearchField(page)).toHaveValue('cassette')
  await getSortField(page).selectOption('Name')
  await expect(page).toHaveURL(/search=cassette&sort=name$/)
  await getFirstName(page).locator('a').click()
  await expect(page).toHaveURL(/\/allParts\/[0-9a-f-]{36}$/)
  await page.goBack()
  await expect(getSortField(page)).toHaveValue('name')
  await page.goBack()
  await expect(page).toHaveURL(/search=cassette$/)
  await expect(getFirstName(page)).toHaveText(/cassette/i)
})

test('a pending search does not navigate back after the user leaves the page', async ({ page }) => {
  const releaseCode = await holdRequests(page, /\/part-page-[^/]*\.js$/)
  await page.clock.install()
  await page.goto('/allParts?search=saddle')
  await waitForHydration(page)
  const name = (await getFirstName(page).textContent()) ?? ''
  // Pauses the clock, so that the search delay cannot end early on a slow machine.
  await page.clock.pauseAt(Date.now() + 60_000)
  await getSearchField(page).fill('pedal')
  await getFirstName(page).locator('a').click()
  await expect(page).toHaveURL(/\/allParts\/[^?]+$/)
  await page.clock.runFor(600)
  await page.clock.resume()
  releaseCode()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('loads three batches while scrolling, then more with a link, and restores the position after a reload and Back', async ({
  page,
}) => {
  // Three rows are higher than the preload distance, and faster to load than a full page.
  await page.route(
    ({ pathname, searchParams }) => pathname === '/parts' && searchParams.has('after'),
    (route) => route.continue({ url: route.request().url().replace('size=24', 'size=9') }),
  )
  // Back must return to the grid that the user has left, not to the stored list.
  await page.addInitScript(() => localStorage.setItem('partsView', '"list"'))
  await page.goto('/allParts')
  await waitForHydration(page)
  await expect(getCells(page)).toHaveCount(24)
  for (const shown of [33, 42, 51]) {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(getCells(page)).toHaveCount(shown)
  }
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(page.locator('footer')).toBeInViewport()
  await expect(page.locator('.more-rows')).toContainText(/1 to 51 of \d+/)
  await page.locator('.more-rows a').click()
  await expect(getCells(page)).toHaveCount(60)
  await expect(getCells(page).nth(51).locator('a').first()).toBeFocused()

  const farName = getCells(page).nth(44).locator('h2')
  await farName.scrollIntoViewIfNeeded()
  const name = await farName.innerText()
  const top = await page.evaluate(() => window.scrollY)
  const expectPosition = async () => {
    await expect(getCells(page)).toHaveCount(60)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top)
  }
  const openPart = async () => {
    await farName.locator('a').click()
    await expect(page).toHaveURL(/\/allParts\/[0-9a-f-]{36}$/)
    await expect(page.locator('h1')).toHaveText(name)
  }
  await openPart()
  await page.goBack()
  await expectPosition()
  await page.reload()
  await expectPosition()
  await openPart()
  await page.reload()
  await waitForHydration(page)
  await page.goBack()
  await expectPosition()
})

test.describe('a search with slow responses', () => {
  test.use({ expectedErrors: [/^CallError|ERR_INTERNET_DISCONNECTED/] })

  test('shows the results of the last search, and cached results while offline', async ({
    page,
    context,
  }) => {
    const release = await holdRequests(page, /\/parts\?.*search=pedal/)
    await page.goto('/allParts?search=hanger')
    await waitForHydration(page)
    const shown = await getCells(page).count()
    await getSearchField(page).fill('pedal')
    await expect(page).toHaveURL(/search=pedal/)
    await expect(page.locator('#parts')).toHaveAttribute('aria-busy', 'true')
    // The previous results stay while the next ones load.
    expect(shown).toBeGreaterThan(0)
    await expect(getCells(page)).toHaveCount(shown)
    await getSearchField(page).fill('saddle')
    await expect(getFirstName(page)).toHaveText(/saddle/i)
    release()
    await expect(page.locator('#parts')).not.toHaveAttribute('aria-busy')
    await expect(getFirstName(page)).toHaveText(/saddle/i)
    await expect(getSearchField(page)).toHaveValue('saddle')
    // The families of the search are cached, too.
    await expect(getFamilyCheckbox(page, 'Saddles')).toBeVisible()

    await getSearchField(page).fill('hanger')
    await expect(page).toHaveURL('/allParts?search=hanger')
    await context.setOffline(true)
    await getSearchField(page).fill('saddle')
    await expect(page.locator('#parts')).not.toHaveAttribute('aria-busy')
    await expect(getFirstName(page)).toHaveText(/saddle/i)
    await getFamilyCheckbox(page, 'Saddles').check()
    await expect(page.getByText('Results will load when you are back online.')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText('Results will load when you are back online.')).toHaveCount(0)
    await expect(page.locator('#parts')).not.toHaveAttribute('aria-busy')
    await expect(getFirstName(page)).toHaveText(/saddle/i)
  })
})

test('keeps a search and filters that were entered before hydration', async ({ page }) => {
  const releaseScripts = await holdRequests(page, /\/assets\/(?!head-script).*\.js$/)
  await page.goto('/allParts?search=chain', { waitUntil: 'commit' })
  await getSearchField(page).fill('holm')
  await getFamilyCheckbox(page, 'Chains').check()
  await getSortField(page).selectOption('Price: low to high')
  releaseScripts()
  await expect(page).toHaveURL('/allParts?search=holm&family=chains&sort=price')
  await expect(getSortField(page)).toHaveValue('price')
  await expect(getSearchField(page)).toHaveValue('holm')
  await expect(getFamilyCheckbox(page, 'Chains')).toBeChecked()
})

test('keeps a family that was cleared, and an attribute that was chosen, before hydration', async ({
  page,
}) => {
  const search = 'search=11-speed+chain+for+my+11-32+cassette'
  const attribute = page.getByRole('checkbox', { name: '11 2', exact: true })
  const releaseFirst = await holdRequests(page, /\/assets\/(?!head-script).*\.js$/)
  await page.goto('/allParts?family=chains', { waitUntil: 'commit' })
  await getFamilyCheckbox(page, 'Chains').uncheck()
  releaseFirst()
  await expect(page).toHaveURL('/allParts')
  await expect(getFamilyCheckbox(page, 'Chains')).not.toBeChecked()
  const releaseSecond = await holdRequests(page, /\/assets\/(?!head-script).*\.js$/)
  await page.goto(`/allParts?${search}`, { waitUntil: 'commit' })
  await attribute.check()
  releaseSecond()
  await expect(page).toHaveURL(`/allParts?${search}&family=chains&attribute=speeds%3A11`)
  await expect(attribute).toBeChecked()
})

test.describe('a browser without JavaScript', () => {
  // The console reports the 404 of the unknown page.
  test.use({ javaScriptEnabled: false, expectedErrors: [/status of 404/] })

  test('shows the Not Found page and the complete home page, and searches by the form', async ({
    page,
  }) => {
    for (const path of ['/allParts/%zz', '/no/such/page']) {
      const response = await page.goto(path)
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
    }
    await page.goto('/allparts/fh-10110-7')
    await expect(page).toHaveURL('/allParts?search=fh-10110-7')
    await page.goto('/no/such/page')
    const drawing = page.getByRole('img', { name: /chain/i })
    await expect(drawing).toBeVisible()
    await expect(drawing).not.toHaveJSProperty('naturalWidth', 0)
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bicycle Parts')
    await expect(page.getByRole('heading', { name: 'Millions Trust Our Products' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Book Now' })).toHaveCount(6)
    await expect(page.getByRole('article')).toHaveCount(6)
    await page.getByRole('link', { name: /^All \d+ Reviews$/ }).click()
    await expect(page.getByText('Mei L., Tainan')).toBeVisible()
    await page.getByRole('link', { name: 'Back to the newest reviews' }).click()
    await expect(page.getByRole('article')).toHaveCount(6)
    await page.getByRole('link', { name: 'Show All' }).click()
    await expect(page).toHaveURL('/allParts')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bicycle Parts')

    await page.setViewportSize({ width: 375, height: 900 })
    await page.goto('/allParts?search=saddle')
    await getSearchField(page).fill('holm')
    await page.getByText('Family', { exact: true }).filter({ visible: true }).click()
    await getFamilyCheckbox(page, 'Chains').check()
    await getFamilyCheckbox(page, 'Pedals').check()
    await page.getByText('Filters', { exact: true }).click()
    await page.getByRole('checkbox', { name: 'Available now' }).check()
    await getSortField(page).selectOption('Price: high to low')
    await page.getByRole('button', { name: 'Show Parts' }).click()
    await expect(page).toHaveURL(/search=holm.*&family=chains&family=pedals/)
    await expect(getSearchField(page)).toHaveValue('holm')
    await expect(getFamilyCheckbox(page, 'Chains')).toBeChecked()
    await expect(getFamilyCheckbox(page, 'Pedals')).toBeChecked()
    await expect(getFamilyCheckbox(page, 'Hubs')).not.toBeChecked()
    await expect(getSortField(page)).toHaveValue('-price')
    expect(isAscending((await readPrices(page)).reverse())).toBe(true)
    for (const name of await readNames(page)) expect(name).toMatch(/holm/i)
    await page.getByRole('link', { name: 'Clear all' }).click()
    await expect(page).toHaveURL('/allParts?sort=-price')
    await page.getByRole('link', { name: 'More Parts' }).click()
    await expect(page).toHaveURL(/sort=-price&after=/)
    await expect(page.getByRole('link', { name: 'Back to the first page' })).toBeVisible()
  })
})

test('finds, filters and opens parts by keyboard', async ({ page }) => {
  await page.goto('/allParts?search=saddle')
  await waitForHydration(page)
  await tabTo(page, getSearchField(page))
  await page.keyboard.type('pedal')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/allParts?search=pedal')
  await tabTo(page, page.locator('[name=available]'))
  await page.keyboard.press('Space')
  await expect(page).toHaveURL('/allParts?search=pedal&available=true')
  await tabTo(page, getFamilyCheckbox(page, 'Pedals'))
  await page.keyboard.press('Space')
  await expect(page).toHaveURL('/allParts?search=pedal&family=pedals&available=true')
  await expect(getFamilyCheckbox(page, 'Pedals')).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: 'Remove Available now' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/allParts?search=pedal&family=pedals')
  await expect(page.getByRole('link', { name: 'Remove Pedals' })).toBeFocused()
  await tabTo(page, getSortField(page))
  await tabTo(page, getFirstName(page).locator('a'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/allParts\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Bicycle Parts')
  await page.goBack()
  await expect(getFirstName(page)).toBeVisible()
  await page.getByRole('link', { name: 'Skip to results' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(getFirstName(page).locator('a')).toBeFocused()
})

test('shows the active filters as chips, which remove one filter or all', async ({ page }) => {
  await page.goto('/allParts?search=chian&family=chains,pedals&priceFrom=1&sort=name')
  await waitForHydration(page)
  const chips = page.getByRole('list', { name: 'Active filters' })
  await expect(chips.getByRole('listitem')).toHaveText([
    '“chian”',
    'From $1.00',
    'Chains',
    'Pedals',
    'Clear all',
  ])
  await expectNoSidewaysScroll(page)
  await chips.getByRole('link', { name: 'Remove Chains' }).click()
  await expect(page).toHaveURL('/allParts?search=chian&family=pedals&priceFrom=1&sort=name')
  await expect(getFamilyCheckbox(page, 'Chains')).not.toBeChecked()
  await expect(chips.getByRole('link', { name: 'Remove Pedals' })).toBeFocused()

  await page.setViewportSize({ width: 320, height: 900 })
  await page.getByText('Filters', { exact: true }).click()
  await getSearchField(page).fill('sidecar with a very long name')
  await expect(chips.getByRole('link', { name: 'Clear all' })).toBeInViewport({ ratio: 1 })
  await getSearchField(page).fill('sidecar')
  await page.getByLabel('To, in dollars').fill('0.5')
  await expect(page.getByText('The lower price is above the upper price.')).toBeVisible()
  for (const label of ['From, in dollars', 'To, in dollars'])
    await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
  await expect(page).toHaveURL(/search=sidecar.*&priceTo=0.5/)
  await expect(page.getByText('No parts match “sidecar” and these filters.')).toBeVisible()
  // The previous results stay dimmed until the next ones have loaded.
  await expect(page.locator('#parts')).not.toHaveAttribute('aria-busy')
  await expectAccessible(page)

  await chips.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/allParts?sort=name')
  await expect(getSearchField(page)).toHaveValue('')
  await expect(chips).toHaveCount(0)
  await getSortField(page).selectOption('Catalog order')
  await expect(page).toHaveURL('/allParts')
})

test('keeps the focus when the removal of a family also removes its attributes', async ({
  page,
}) => {
  const chips = page.getByRole('list', { name: 'Active filters' })
  const removeChains = chips.getByRole('link', { name: 'Remove Chains' })
  await page.goto('/allParts?family=chains,pedals&attribute=speeds%3A11')
  await waitForHydration(page)
  await chips.getByRole('link', { name: 'Remove Pedals' }).press('Enter')
  await expect(chips.getByRole('link', { name: 'Clear all' })).toBeFocused()

  await page.goto('/allParts?family=chains&attribute=speeds%3A11')
  await waitForHydration(page)
  await removeChains.press('Enter')
  await expect(page).toHaveURL('/allParts')
  await expect(page.locator('#parts')).toBeFocused()
})

test.describe('parts as rows', () => {
  test.use({ expectedErrors: [/status of 4(04|18)|^CallError/] })

  test('shows a family as rows, filters its sizes, compares parts and adds one to the cart', async ({
    page,
  }) => {
    await page.goto('/blogs')
    await waitForHydration(page)
    const barSearch = page.locator('.bar-search input')
    await barSearch.fill('chain')
    await barSearch.press('Enter')
    await expect(page).toHaveURL('/allParts?search=chain')
    await expect(barSearch).toBeHidden()
    await test.step('deep in the results, the top bar has the search', async () => {
      await getCells(page).nth(7).scrollIntoViewIfNeeded()
      await expect(barSearch).toHaveValue('chain')
      await barSearch.fill('11-speed chain for my 11-32 cassette')
      await barSearch.press('Enter')
      await expect(page.locator('.search-correction')).toHaveText(
        'No part matches all words. Parts that match most of them come first.',
      )
      await expect(getSearchField(page)).toBeFocused()
      await expect(getSearchField(page)).toHaveValue('11-speed chain for my 11-32 cassette')
      await expect(barSearch).toBeHidden()
    })
    await test.step('results of one family have its filters, also without a chosen family', async () => {
      await page.getByRole('checkbox', { name: '11 2', exact: true }).check()
      await expect(page).toHaveURL(/&family=chains&attribute=speeds%3A11$/)
    })
    await test.step('cards can be compared', async () => {
      await getCells(page).first().getByRole('checkbox').check()
      await expect(page.getByText('Choose another part to compare.')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter')
      await expect(page.getByRole('main')).toBeFocused()
    })
    await getSearchField(page).fill('chain')
    // The results move when this message disappears.
    await expect(page.locator('.search-correction')).toBeHidden()
    await page.getByRole('link', { name: 'Remove Chains' }).click()
    await expect(page).toHaveURL('/allParts?search=chain')
    await getFamilyCheckbox(page, 'Chains').check()
    await test.step('wide windows fold the list of families', async () => {
      await expect(getFamilyCheckbox(page, 'Chains')).toBeFocused()
      await expect(getFamilyCheckbox(page, 'Cassettes')).toBeHidden()
      await page.getByRole('button', { name: 'Show all' }).click()
      await expect(getFamilyCheckbox(page, 'Cassettes')).toBeVisible()
      await expect(getFamilyCheckbox(page, 'Chains')).toBeFocused()
    })
    await page.getByRole('link', { name: 'List' }).click()
    await expect(page).toHaveURL('/allParts?search=chain&family=chains&view=list')
    await page.getByRole('checkbox', { name: '116 3', exact: true }).check()
    const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') })
    await expect(rows).toHaveText([/Holm.*116/, /Holm.*116/, /Strake.*116/])
    const readHeights = () =>
      rows.evaluateAll((found) => found.map((row) => row.getBoundingClientRect().height))
    await expect.poll(async () => Math.max(...(await readHeights()))).toBeLessThanOrEqual(45)
    await expectAccessible(page)

    await rows.nth(0).getByRole('checkbox').check()
    await rows.nth(2).getByRole('checkbox').check()
    await page.route(/\/parts\/[0-9a-f-]{36}$/, (route) => route.fulfill({ status: 418 }), {
      times: 1,
    })
    await page.getByRole('button', { name: 'Compare' }).click()
    const dialog = page.getByRole('dialog', { name: 'Compare parts' })
    await dialog.getByRole('button', { name: 'Try Again' }).click()
    await expect(dialog.getByRole('heading')).toHaveCSS('font-size', '32px')
    await expect(dialog.getByRole('row', { name: /^Pin length/ })).toHaveText(/7.1 mm.*5.9 mm/)
    await expectAccessible(page, 'dialog[open]')
    await test.step('rows with equal values can be hidden', async () => {
      const equalRow = dialog.getByRole('row', { name: /^Pitch/ })
      await expect(equalRow).toBeVisible()
      await dialog.getByRole('checkbox', { name: 'Only differences' }).check()
      await expect(equalRow).toHaveCount(0)
      await expect(dialog.getByRole('row', { name: /^Pin length/ })).toBeVisible()
      await dialog.getByRole('checkbox', { name: 'Only differences' }).uncheck()
      await expect(equalRow).toBeVisible()
    })
    await test.step('names stay in view', async () => {
      const viewport = page.viewportSize()
      for (const width of [375, 1280]) {
        await page.setViewportSize({ width, height: 500 })
        await dialog.getByRole('row').last().scrollIntoViewIfNeeded()
        await expect(dialog.getByRole('row').last()).toBeInViewport({ ratio: 1 })
        await expect(dialog.getByRole('columnheader').first()).toBeInViewport({ ratio: 1 })
      }
      if (viewport) await page.setViewportSize(viewport)
    })
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    await rows.nth(1).getByRole('textbox').fill('120')
    await rows.nth(1).getByRole('textbox').press('Enter')
    await expectToast(page, 'Added to cart: 120 ×')
    await test.step('arrow keys move to the quantity of another row, whose text is selected', async () => {
      await page.keyboard.press('ArrowDown')
      await page.keyboard.type('37')
      await expect(rows.nth(2).getByRole('textbox')).toHaveValue('37')
      await page.keyboard.press('ArrowUp')
      await expect(rows.nth(1).getByRole('textbox')).toBeFocused()
    })

    // The two compared parts stay chosen. At most four parts can be compared.
    await page.getByRole('checkbox', { name: '116 3', exact: true }).uncheck()
    await test.step('more filters open, and stay open without a chosen value', async () => {
      await page.getByText(/^More filters \(\d+\)$/).click()
      const facet = page.getByRole('group', { name: 'Closing' })
      await facet.getByRole('checkbox').first().check()
      await expect(page).toHaveURL(/closing/)
      await facet.getByRole('checkbox').first().uncheck()
      await expect(facet.getByRole('checkbox').first()).toBeFocused()
    })
    await expect(rows.nth(4)).toBeVisible()
    const unchosen = rows.getByRole('checkbox', { checked: false })
    for (const count of [3, 4]) {
      await unchosen.first().click()
      await expect(page.getByText(`${count} of 4 parts to compare`)).toBeVisible()
    }
    await expect(rows.getByRole('checkbox', { disabled: false })).toHaveCount(4)
    await expect(unchosen.first()).toBeDisabled()

    await test.step('removing the last part closes the comparison', async () => {
      await page.getByRole('button', { name: 'Compare', exact: true }).click()
      for (const count of [3, 2, 1, 0]) {
        await dialog
          .getByRole('button', { name: /^Remove/ })
          .first()
          .click()
        await expect(rows.getByRole('checkbox', { checked: true })).toHaveCount(count)
        const close = dialog.getByRole('button', { name: 'Close' })
        await expect(count > 0 ? close : page.locator('#parts')).toBeFocused()
      }
      await rows.first().getByRole('checkbox').check()
      await expect(page.getByText('Choose another part to compare.')).toBeVisible()
      await expect(dialog).toHaveCount(0)
    })

    await test.step('the heads of columns sort', async () => {
      const head = page.getByRole('columnheader', { name: 'Price per unit' })
      for (const [sort, order] of [
        ['price', 'ascending'],
        ['-price', 'descending'],
      ] as const) {
        await head.getByRole('link').click()
        await expect(page).toHaveURL(new RegExp(`&sort=${sort}&`))
        await expect(head).toHaveAttribute('aria-sort', order)
      }
      await head.getByRole('link').click()
      await expect(page).not.toHaveURL(/sort=/)
    })
    await test.step('the printed list starts below the heading, without space at its end', async () => {
      await page.emulateMedia({ media: 'print' })
      await expect(page.locator('.finder')).toHaveCSS('display', 'block')
      await expect(page.locator('.finder')).toHaveCSS('padding-bottom', '0px')
      await page.emulateMedia({ media: 'screen' })
    })
    await test.step('768 pixels are enough for two dimensions', async () => {
      await page.setViewportSize({ width: 768, height: 900 })
      await expect(rows.first().locator('.dimension').filter({ visible: true })).toHaveCount(2)
    })
    await expectTableFrom560(page, rows.first(), 'grid')
    await page.setViewportSize({ width: 320, height: 640 })
    await expect(rows.first().getByText('Pin length 7.1 mm')).toBeVisible()
    await expect(rows.first().locator('.in-stock')).toBeVisible()
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(barSearch).toBeFocused()
    await expectAccessible(page)
    await barSearch.fill('cassette')
    await barSearch.press('Enter')
    await expect(page).toHaveURL('/allParts?search=cassette&view=list')
    await expect(barSearch).toHaveValue('cassette')

    await test.step('links without a view open the view of the last visit', async () => {
      const openFromHome = async () => {
        await page.goto('/')
        await waitForHydration(page)
        await page.getByRole('link', { name: 'Show All' }).click()
        await expect(rows.or(page.locator('#parts .cell-name')).first()).toBeVisible()
      }
      const grid = page.getByRole('link', { name: 'Grid' })
      await openFromHome()
      await expect(page).toHaveURL('/allParts?view=list')
      await page.goto('/allParts')
      await waitForHydration(page)
      await expect(grid).toHaveAttribute('aria-current')
      await openFromHome()
      await expect(page).toHaveURL('/allParts?view=list')
      await grid.click()
      await expect(page).toHaveURL('/allParts')
      await openFromHome()
      await expect(grid).toHaveAttribute('aria-current')
      await expect(page).toHaveURL('/allParts')
    })

    await test.step('the comparison hides all equal rows, and forgets a part that is no longer sold', async () => {
      const ids: string[] = [randomUUID()]
      for (const number of ['FH-72140-9', 'FH-72280-3']) {
        const [part]: Part[] = await (await page.request.get(`/parts?search=${number}`)).json()
        ids.push(part?._id ?? '')
      }
      await page.evaluate((text) => sessionStorage.setItem('compared-parts', text), ids.join(','))
      await page.goto('/allParts')
      await waitForHydration(page)
      await page.getByRole('button', { name: 'Compare', exact: true }).click()
      await expect(page.getByText('2 of 4 parts to compare')).toBeVisible()
      const inputs = dialog.getByRole('row', { name: /^Input/ })
      await expect(inputs).toHaveText([/6 V6 V$/, /3 W0.6 W$/])
      await dialog.getByRole('checkbox', { name: 'Only differences' }).check()
      await expect(inputs).toHaveText([/3 W0.6 W$/])
      await dialog.getByRole('checkbox', { name: 'Only differences' }).uncheck()
      await expect(inputs).toHaveCount(2)
    })
  })
})

function getSearchField(page: Page) {
  return page.locator('.parts-search input')
}

function getSortField(page: Page) {
  return page.locator('select[name=sort]')
}

function getFamilyCheckbox(page: Page, name: string) {
  return getFamilyRow(page, name).locator('input')
}

function getFamilyRow(page: Page, name: string) {
  return page.locator('.families li').filter({ hasText: name })
}

async function readFamilyCount(page: Page, name: string): Promise<number> {
  return Number(await getFamilyRow(page, name).locator('small').innerText())
}

function getCells(page: Page) {
  return page.locator('#parts .cell')
}

function getFirstName(page: Page) {
  return getCells(page).first().locator('h2')
}

async function readNames(page: Page): Promise<string[]> {
  return getCells(page).locator('h2').allInnerTexts()
}

async function readPrices(page: Page): Promise<number[]> {
  const texts = await getCells(page).locator('.price').allInnerTexts()
  return texts.map((text) => Number(/\$([\d.,]+)/.exec(text)?.[1]?.replaceAll(',', '')))
}

function isAscending(numbers: number[]): boolean {
  return numbers.every((number, index) => index === 0 || number >= (numbers[index - 1] ?? 0))
}

/** Returns the number of parts shown on the screen. */
async function readPartCount(page: Page): Promise<number> {
  const text = await page.locator('.parts-count').innerText()
  return text === 'No parts' ? 0 : Number(text.replace(/ parts?$/, ''))
}

/** Expects the screen to show the same parts as the API for this query, all matching the predicate. */
async function expectResults(page: Page, isExpected: (part: Part) => boolean) {
  const { search: query } = new URL(page.url())
  const parts: Part[] = await (await page.request.get(`/parts${query}`)).json()
  expect(parts.length).toBeGreaterThan(0)
  expect(parts.every(isExpected)).toBe(true)
  await expect.poll(() => readNames(page)).toEqual(parts.slice(0, 24).map(({ name }) => name))
}
