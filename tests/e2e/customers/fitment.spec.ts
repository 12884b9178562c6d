import type { Cart } from '@freehub/contract/cart/cart'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { holdRequests, matchPath } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import { expectToast, keepToastsOpen } from '../support/toasts.ts'
import { signUpCustomer, waitForHydration } from '../support/users-and-orders.ts'

/** Finds the id of a part by its name. */
async function findPartId(page: Page, name: string): Promise<string> {
  const query = new URLSearchParams({ search: name, exact: 'true', size: '10' })
  const parts: { _id: string; name: string }[] = await (
    await page.request.get(`/parts?${query}`)
  ).json()
  return parts.find((part) => part.name === name)?._id ?? ''
}

// The console reports the refusal of a repeated entry, and lost requests.
test.use({ expectedErrors: [/ERR_FAILED|status of 400|^CallError: Some fields/] })

const HUB = 'Holm rear hub, HG 8-10, QR 135 mm, 36 holes'
const CASSETTE = 'Varde cassette, 12-speed, 10-51, Micro Spline'

test('a visitor builds wheels, and in the cart swaps a part that conflicts and adds a missing part', async ({
  page,
}) => {
  await page.goto('/wheelBuilder')
  await expect(page.getByText('Choose a hub and a rim to see the spokes.')).toBeVisible()
  await page.getByLabel('Recommended wheels').selectOption('Rear wheel 622, city, cassette')
  await expect(page.getByText('291.8 mm')).toBeVisible()
  await page.getByLabel('Wheels', { exact: true }).fill('9000')
  await expect(page.getByText('Not enough in stock for 9,000 wheels: ')).toBeVisible()
  await test.step('the number of wheels is that of the plan while another one loads', async () => {
    const release = await holdRequests(page, '/api/wheel-plans')
    await page.getByLabel('Wheels', { exact: true }).fill('20')
    const parts = page.getByRole('region', { name: '9,000 wheels' })
    await expect(parts).toHaveAttribute('aria-busy', 'true')
    release()
  })
  const spokes = page.getByRole('row', { name: /Holm spoke/ })
  await expect(spokes).toContainText('720')
  await expect(spokes).toContainText('$0.06 each')
  await expect(page.getByText(/^\$[\d,.]+ of parts per wheel$/)).toBeVisible()
  await expectAccessible(page)
  await keepToastsOpen(page)
  await page.getByRole('button', { name: 'Add 20 Wheels to Cart' }).dblclick()
  await page.getByRole('link', { name: 'View cart' }).click()
  await expect(page.getByRole('button', { name: /^Remove: / })).toHaveCount(4)

  await page.goto(`/allParts/${await findPartId(page, CASSETTE)}`)
  await expect(page.getByRole('link', { name: 'Save your bike’s sizes' })).toBeVisible()
  await keepToastsOpen(page)
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await page.getByRole('link', { name: 'View cart' }).click()
  await expect(page.getByText('What these parts still need')).toBeVisible()
  const purpose = page.getByLabel('Check these parts as')
  await page.emulateMedia({ media: 'print' })
  await expect(purpose).toBeHidden()
  // Space at the end can print an empty page.
  await expect(page.locator('.cart')).toHaveCSS('padding-bottom', '0px')
  await page.emulateMedia({ media: 'screen' })
  await purpose.selectOption('One wheel')
  const why = 'This cassette needs a Micro Spline freehub. The hub has HG.'
  await expect(page.getByText(why)).toBeVisible()
  await expect(page.getByText('1 conflict, 2 parts missing.')).toBeVisible()
  await expectAccessible(page)
  await page.getByText(/^Swap (?!In)/).click()
  await page
    .getByRole('button', { name: /^Swap In: / })
    .first()
    .click()
  await expect(page.getByText(why)).toBeHidden()
  await page.getByRole('button', { name: /^Add: Bench rim tape/ }).click()
  await expect(page.getByText('1 part missing.')).toBeVisible()

  await test.step('the wheel builder names the part of its link that is not in the list', async () => {
    await page.goto(`/wheelBuilder?hub=${await findPartId(page, CASSETTE)}`)
    const hub = page.getByLabel('Hub').getByRole('option', { selected: true })
    await expect(hub).toHaveText(CASSETTE)
  })

  await test.step('the wheel builder knows the holes of a hub in its link that is not in the list', async () => {
    await page.route(matchPath('/api/wheel-parts'), async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      await route.fulfill({ response, json: { ...json, hub: { parts: [], hasMore: true } } })
    })
    await page.goto(`/wheelBuilder?hub=${await findPartId(page, HUB)}`)
    await expect(page.getByText('36 holes', { exact: true })).toBeVisible()
    await page.unroute(matchPath('/api/wheel-parts'))
  })

  await test.step('the number of wheels follows fast arrow keys, and a link to the wheel builder', async () => {
    const wheels = page.getByLabel('Wheels', { exact: true })
    await waitForHydration(page)
    await wheels.focus()
    await Promise.all(Array.from({ length: 8 }, () => page.keyboard.press('ArrowUp')))
    await expect(page).toHaveURL(/wheels=18$/)
    await expect(wheels).toHaveValue('18')
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Wheel Builder' }).click()
    await expect(wheels).toHaveValue('10')
  })
})

test('a customer saves a bike, reads on a part page whether the part fits it, and adds a part to a job and the job to the cart', async ({
  page,
}) => {
  const { headers } = await signUpCustomer(page)
  await page.goto('/dashboard/bikes')
  await page.getByRole('button', { name: 'Add a Bike' }).click()
  await page.getByRole('button', { name: 'Save Bike' }).click()
  await expect(page.getByText('Enter a name.')).toBeVisible()
  await expect(page.getByLabel('Name of the bike')).toBeFocused()
  await page.getByLabel('Name of the bike').fill('Anna’s gravel bike')
  await page.getByRole('button', { name: 'Add Another Size' }).click()
  await page.getByLabel('Connection', { exact: true }).selectOption('XDR freehub body')
  await page.getByLabel('Size', { exact: true }).selectOption('XDR')
  await page.getByRole('button', { name: 'Add Another Size' }).click()
  await page.getByLabel('Connection', { exact: true }).nth(1).selectOption('XDR freehub body')
  await page.getByLabel('Size', { exact: true }).nth(1).selectOption('XDR')
  await page.getByRole('button', { name: 'Save Bike' }).click()
  await expect(page.getByText('Give each entry once.')).toBeVisible()
  const remove = page.getByRole('button', { name: 'Remove: XDR freehub body' })
  await expect(remove).toHaveCount(2)
  await test.step('the second click of a double click does not remove the next connection', async () => {
    await remove.first().dblclick()
    await expect(remove).toHaveCount(1)
  })
  await expect(page.getByText('Give each entry once.')).toBeHidden()
  await expectAccessible(page)
  await test.step('the field of a usual connection shows why the server refused its size', async () => {
    const usual = page.getByLabel('Seat tube')
    await usual.selectOption('27.2 mm')
    await page.route(
      matchPath('/api/bike-profiles'),
      (route, request) => route.continue({ postData: request.postData()?.replace('27.2', '27.3') }),
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Add Another Size' }).click()
    await page.getByRole('button', { name: 'Save Bike' }).click()
    await expect(usual).toHaveAccessibleDescription(/Unknown size/)
    await expect(page.getByText(/Unknown size/)).toHaveCount(1)
    await usual.selectOption('Not known')
    await expect(page.getByText(/Unknown size/)).toHaveCount(0)
  })
  await page.getByLabel('Front dropouts').selectOption('12 x 100 mm thru-axle')
  await page.getByLabel('Rear dropouts').selectOption('12 x 142 mm thru-axle')
  await page.getByRole('button', { name: 'Save Bike' }).dblclick()
  await expect(page.getByRole('listitem').filter({ hasText: ': ' })).toHaveText([
    'Front dropouts: 12 x 100 mm thru-axle',
    'Rear dropouts: 12 x 142 mm thru-axle',
    'XDR freehub body: XDR',
  ])
  await test.step('a bike with more than four connections has three of them in the list', async () => {
    const entries = [
      { interface: 'seat.post', role: 'offers', size: '27.2' },
      { interface: 'bar.clamp', role: 'offers', size: '31.8' },
      { interface: 'shoe.cleat', role: 'needs', size: '2-bolt' },
      { interface: 'seat.rail', role: 'needs', size: '7' },
      { interface: 'stand.plate', role: 'offers', size: '18' },
    ]
    const data = { name: 'Cargo bike', entries }
    const saved = await page.request.post('/api/bike-profiles', { headers, data })
    await page.reload()
    const bike = page.getByRole('row', { name: /Cargo bike/ })
    await expect(bike.getByRole('listitem')).toHaveText([
      'Seat tube: 27.2 mm',
      'Handlebar in stem: 31.8 mm',
      'Pedal cleat: 2-bolt',
      'and 2 more',
    ])
    const { _id } = await saved.json()
    await page.request.delete(`/api/bike-profiles/${_id}`, { headers })
    await page.reload()
  })
  await test.step('a copy of a bike starts with its connections, and the first bike stays', async () => {
    await page.getByRole('button', { name: 'Copy: Anna’s gravel bike' }).click()
    const name = page.getByLabel('Name of the bike')
    await expect(name).toBeFocused()
    await expect(name).toHaveValue('Copy of Anna’s gravel bike')
    await expect(page.getByLabel('Front dropouts')).toHaveValue('ta-12x100')
    await expect(page.getByLabel('Rear dropouts')).toHaveValue('ta-12x142')
    await expect(page.getByLabel('Size', { exact: true })).toHaveValue('xdr')
    await name.fill('Ben’s road bike')
    await name.press('Enter')
    await expect(page.getByRole('row', { name: /Ben’s road bike.*XDR freehub body/ })).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(3)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  await test.step('a saved bike can be edited again before the list is loaded again', async () => {
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
    await page.route(matchPath('/api/bike-profiles'), async (route) => {
      await isReleased
      await route.continue()
    })
    const name = page.getByLabel('Name of the bike')
    for (const newName of ['Ben’s bike', 'Ben’s road bike']) {
      await page.getByRole('button', { name: 'Edit: Ben’s' }).click()
      await name.fill(newName)
      await name.press('Enter')
      await expect(name).toBeHidden()
    }
    release()
  })

  await test.step('the form of a new bike is discarded only after a question', async () => {
    const name = page.getByLabel('Name of the bike')
    await page.getByRole('button', { name: 'Add a Bike' }).click()
    await name.fill('Cargo bike')
    const edit = page.getByRole('button', { name: 'Edit: Anna’s gravel bike' })
    await edit.click()
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    await question.getByRole('button', { name: 'No' }).click()
    await expect(name).toHaveValue('Cargo bike')
    await edit.click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(name).toHaveValue('Anna’s gravel bike')
    await expect(name).toBeFocused()
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  await page.getByRole('link', { name: 'Browse Parts: Anna’s gravel bike' }).click()
  await expect(page).toHaveURL('/allParts')
  await page.goto(`/allParts/${await findPartId(page, CASSETTE)}`)
  const answer = page.getByText(
    'No. This cassette needs a Micro Spline freehub. Anna’s gravel bike has XDR.',
  )
  await expect(answer).toBeVisible()
  await test.step('a part page offers to load the bikes again after an error', async () => {
    await page.route(
      matchPath('/api/bike-profiles'),
      (route) => route.fulfill({ status: 400, json: { title: 'Some fields are not valid.' } }),
      { times: 1 },
    )
    await page.reload()
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(answer).toBeVisible()
  })

  await page.goto('/wheelBuilder')
  await page.getByLabel('Recommended wheels').selectOption('Front wheel 622, city')
  await test.step('a second attempt adds only the parts that the first attempt has not added', async () => {
    let additions = 0
    await page.route(matchPath('/api/cart'), async (route) => {
      if (route.request().method() === 'PATCH') additions += 1
      return additions === 3 || additions === 4 ? route.abort() : route.continue()
    })
    const addWheels = page.getByRole('button', { name: 'Add 10 Wheels to Cart' })
    await addWheels.click()
    await expectToast(page, 'Added to cart, except: ')
    await addWheels.click()
    await expectToast(page, 'Added to cart: 10 wheels.')
    const cart: Cart = await (await page.request.get('/api/cart', { headers })).json()
    expect(cart.lines.map(({ quantity }) => quantity)).toEqual([20, 20, 720, 360])
    const changes = cart.lines.map(({ productId, quantity }) => ({
      productId,
      set: 0,
      seen: quantity,
    }))
    const emptied = await page.request.patch('/api/cart', { headers, data: { changes } })
    expect(emptied.ok()).toBe(true)
    await page.unroute(matchPath('/api/cart'))
  })
  await page.getByRole('button', { name: 'Save as Job' }).dblclick()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Wheel, 36 spokes, 3-cross' }),
  ).toBeVisible()
  await expect(page.getByText('2 parts missing.')).toBeVisible()
  const spokes = page.getByRole('row', { name: /Holm spoke/ })
  await expect(spokes).toContainText('360')
  await page.getByRole('button', { name: /^Add: Bench rim tape/ }).click()
  await expect(page.getByRole('row', { name: /Bench rim tape/ })).toBeVisible()
  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.click()
  await expect(spokes).toContainText('396')
  // Changes that are made while another one is pending are sent one after the other.
  await page.getByLabel('Build', { exact: true }).fill('12')
  await page.getByLabel('Build', { exact: true }).press('Enter')
  await more.click()
  await more.click()
  await expect(spokes).toContainText('504')
  await page.getByLabel('Build', { exact: true }).press('ArrowUp')
  await expect(spokes).toContainText('540')
  await expect(page.getByLabel('Build', { exact: true })).toBeFocused()
  await expect(page.getByText('changed in another window')).toBeHidden()
  await expectAccessible(page)

  await test.step('the quantity for one unit is changed with fast steps and by typing', async () => {
    const perUnit = page.getByRole('textbox', { name: /^Per build: Holm spoke/ }).first()
    await perUnit.focus()
    for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowDown')
    await expect(spokes).toContainText('495')
    await expect(perUnit).toHaveValue('33')
    await perUnit.fill('36')
    await perUnit.press('Enter')
    await expect(spokes).toContainText('540')
    await expect(perUnit).toBeFocused()
    await perUnit.fill('0')
    await expect(perUnit).toHaveAttribute('aria-invalid', 'true')
    await perUnit.blur()
    await expect(perUnit).toHaveValue('0')
    await expect(perUnit).toHaveAccessibleDescription('Enter a whole number from 1 to 10,000.')
    await page.getByRole('button', { name: /^Add \d+ Lines to Cart$/ }).click()
    await expect(perUnit).toBeFocused()
    await perUnit.fill('10000')
    await perUnit.press('ArrowUp')
    await expect(perUnit).toHaveValue('10000')
    await expect(page.getByText(/^Not enough in stock for 15 units: Holm spoke/)).toBeVisible()
    await expect(perUnit).toHaveAttribute('aria-invalid', 'false')
    await perUnit.fill('36')
    await perUnit.press('Enter')
    await expect(spokes).toContainText('540')
  })
  await test.step('the heading takes the focus of a removed row', async () => {
    await page.getByRole('button', { name: /^Remove: Bench rim tape/ }).press('Enter')
    await expect(page.getByRole('row', { name: /Bench rim tape/ })).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
  await test.step('a missing part is added once, also before the next fit check', async () => {
    const add = page.getByRole('button', { name: /^Add: Bench rim tape/ })
    const releaseCheck = await holdRequests(page, '/api/fit-checks')
    await add.click()
    await expect(page.getByRole('row', { name: /Bench rim tape/ })).toBeVisible()
    await add.click()
    releaseCheck()
    await expect(add).toBeHidden()
    const perUnit = page.getByRole('textbox', { name: /^Per build: Bench rim tape/ })
    await expect(perUnit).toHaveValue('1')
  })
  await test.step('a step down from 1 saves nothing', async () => {
    const perUnit = page.getByRole('textbox', { name: /^Per build: Bench rim tape/ })
    const needed = page
      .getByRole('row', { name: /Bench rim tape/ })
      .getByRole('cell')
      .nth(2)
    const firstChange = page.waitForRequest((request) => request.method() === 'PATCH')
    await perUnit.press('ArrowDown')
    await perUnit.press('ArrowUp')
    expect((await firstChange).postDataJSON().lines.at(-1)).toMatchObject({ quantity: 2 })
    await expect(needed).toHaveText('30')
    await perUnit.press('ArrowDown')
    await expect(needed).toHaveText('15')
  })

  const addToCart = page.getByRole('button', { name: /^Add \d+ Lines to Cart$/ })
  const jobPath = `/api/jobs/${page.url().split('/').at(-1)}`
  await test.step('a job whose last change is refused is not added to the cart', async () => {
    const { promise: clicked, resolve: refuse } = Promise.withResolvers<void>()
    const detail = 'Some fields are not valid.'
    await page.route(
      matchPath(jobPath),
      async (route) => {
        await clicked
        await route.fulfill({ status: 400, json: { title: detail } })
      },
      { times: 1 },
    )
    await more.click()
    await addToCart.click()
    refuse()
    await expect(page.getByText(detail)).toBeVisible()
    await expect(page.getByLabel('Build', { exact: true })).toHaveValue('15')
  })
  // The cart waits for the changes of the job that are still being saved.
  const release = await holdRequests(page, jobPath)
  await more.click()
  await more.click()
  await addToCart.click()
  release()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('textbox', { name: /^Quantity: Holm spoke/ })).toHaveValue('612')
  await expect(
    page.getByText('5 lines of the job “Wheel, 36 spokes, 3-cross” are in your cart.'),
  ).toBeVisible()
})

test('a customer sees the total and the fit of a job in the list, and swaps a part that conflicts', async ({
  page,
}) => {
  const { headers } = await signUpCustomer(page)
  const ids = [
    await findPartId(page, 'Varde chainring, 32 teeth, 104 x 4, narrow-wide'),
    await findPartId(page, 'Holm chain, 6/7/8-speed, 116 links'),
  ]
  const lines = ids.map((productId) => ({ productId, quantity: 1 }))
  const data = { name: 'Rental bikes', kind: 'free', times: 40, lines }
  await page.request.post('/api/jobs', { headers, data })
  await page.goto('/dashboard/jobs')
  const job = page.getByRole('row', { name: /Rental bikes/ })
  await expect(job).toContainText('1 conflict')
  const total = await job.getByText(/^\$\d/).textContent()
  await expectAccessible(page)

  await job.getByRole('link', { name: 'Rental bikes' }).click()
  await expect(page.getByText(total ?? '', { exact: true })).toBeVisible()
  const table = page.getByRole('table', { name: 'Parts of the job' })
  await expect(table.getByText('Conflict', { exact: true })).toHaveCount(2)
  await expect(table.getByRole('row', { name: /Varde chainring/ })).toContainText('FH-')
  await page.getByRole('link', { name: /^1 conflict/ }).click()
  await expect(page).toHaveURL(/#conflicts-/)
  await page.setViewportSize({ width: 320, height: 640 })
  await table.getByText(/^Swap (?!In)/).click()
  await expectAccessible(page)
  await table
    .getByRole('button', { name: /^Swap In: / })
    .first()
    .click()
  await expect(table.getByText('Conflict', { exact: true })).toHaveCount(0)
  await expect(table.getByRole('button', { name: /^Remove: / })).toHaveCount(2)

  await page.goto('/dashboard/jobs')
  await expect(job).toContainText('Incomplete')
  await job.getByRole('button', { name: 'Add to Cart: Rental bikes' }).click()
  await expect(page.getByText('2 lines of the job “Rental bikes” are in your cart.')).toBeVisible()
})
