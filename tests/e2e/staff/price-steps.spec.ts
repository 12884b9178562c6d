import { expectAccessible, expectFitsLargeFont } from '../support/accessibility.ts'
import { holdRequests, matchPath } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import { expectToast, keepToastsOpen } from '../support/toasts.ts'
import {
  getStaffHeaders,
  openOtherBrowser,
  signInAsStaff,
  signUpCustomer,
  waitForHydration,
} from '../support/users-and-orders.ts'

const data = {
  name: 'Stepped chain',
  price: 6,
  minimumOrder: 50,
  availableQuantity: 5000,
  description: 'For trials of price steps.',
  img: '/drawings/FH-10110-7.svg',
}

test.use({ expectedErrors: [/status of 409|ERR_FAILED|^CallError: /] })

test('charges a customer the price steps that staff entered in the products table', async ({
  page,
  browser,
}) => {
  const headers = await getStaffHeaders()
  const { insertedId } = await (await page.request.post('/parts', { data, headers })).json()
  const staff = await openOtherBrowser(browser)
  await signInAsStaff(staff)
  await staff.goto('/dashboard/manageProducts?search=Stepped')
  const form = staff.getByRole('form', { name: `Volume pricing of ${data.name}` })
  const pricesButton = staff
    .getByRole('row', { name: data.name })
    .getByRole('button', { name: 'Volume pricing' })

  await test.step('a step that is not cheaper is refused under its price', async () => {
    await pricesButton.click()
    const addStep = form.getByRole('button', { name: 'Add a Price Step' })
    await addStep.click()
    await addStep.click()
    await form.getByRole('button', { name: 'Remove step 2' }).press('Enter')
    await expect(addStep).toBeFocused()
    await form.getByLabel('From quantity').fill('295')
    await form.getByLabel('Price per unit').fill('6.00')
    await form.getByLabel('Sold in multiples of').fill('10')
    await form.getByRole('button', { name: 'Save Prices' }).click()
    await expect(form.getByText('Enter less than $6.00, the price before this step.')).toBeVisible()
    await expectAccessible(staff)
  })

  const save = staff.getByRole('button', { name: 'Save Product' })
  const stepPrice = staff.getByLabel('Price per unit')
  const weight = staff.getByLabel('Weight')

  await test.step('the steps are saved, and Edit Product shows them', async () => {
    await form.getByLabel('Price per unit').fill('5.75')
    const saved = staff.waitForRequest((request) => request.method() === 'PATCH')
    await form.getByRole('button', { name: 'Save Prices' }).click()
    const seen = { price: 6, minimumOrder: 50, priceTiers: [], orderMultiple: null }
    expect((await saved).postDataJSON().seen).toEqual(seen)
    await expect(form).toHaveCount(0)
    await expect(pricesButton).toBeFocused()
    await staff.goto(`/dashboard/editProduct/${insertedId}`)
    await expect(staff.getByLabel('From quantity')).toHaveValue('295')
    await expect(stepPrice).toHaveValue('5.75')
    await expect(staff.getByLabel('Sold in multiples of')).toHaveValue('10')
  })

  await test.step('unsaved edits are back after a visit of another page, until staff discard them', async () => {
    await expect(staff.getByText('No changes')).toBeVisible()
    await expect(save).toHaveAttribute('data-incomplete')
    await weight.fill('77')
    await expect(staff.getByText('Unsaved changes')).toBeVisible()
    await expect(save).not.toHaveAttribute('data-incomplete')
    await staff.getByRole('main').getByRole('link', { name: 'Stock' }).click()
    await expect(staff.getByRole('heading', { level: 1 })).toHaveText('Stock')
    await staff.goBack()
    await expect(weight).toHaveValue('77')
    await staff.getByRole('button', { name: 'Discard Edits' }).click()
    await expect(weight).toHaveValue('')
    await expect(staff.getByRole('button', { name: 'Discard Edits' })).toHaveCount(0)
  })

  await test.step('a refused field opens its section and takes the focus', async () => {
    const closeSection = (title: string) => staff.locator('summary', { hasText: title }).click()
    await weight.fill('77')
    const hsCode = staff.getByLabel('HS code')
    await hsCode.fill('12')
    await closeSection('Packs and dimensions')
    await save.click()
    await expect(hsCode).toBeFocused()
    await hsCode.fill('')
    await staff.getByLabel('Per Unit Price').fill('5.75')
    await closeSection('Volume pricing')
    await save.click()
    await expect(stepPrice).toBeFocused()
    await expect(staff.getByText('Enter less than $5.75, the price before')).toBeVisible()
    await staff.getByLabel('Per Unit Price').fill('6')
    await stepPrice.fill('5.72')
    await staff.getByRole('button', { name: 'Add a Connection' }).click()
    await staff
      .getByLabel('Connection', { exact: true })
      .selectOption('Chain on sprocket, chainring and derailleur')
    await closeSection('Needs and offers')
    await save.click()
    const size = staff.getByLabel('Size', { exact: true })
    await expect(size).toBeFocused()
    await expect(staff.getByText('Choose a size.', { exact: true })).toBeVisible()
    await size.selectOption('12-speed')
    await expectAccessible(staff)
  })

  await test.step('one button sends the fields of all sections once', async () => {
    const bodies: unknown[] = []
    staff.on('request', (request) => {
      if (request.method() === 'PATCH') bodies.push(request.postDataJSON())
    })
    const release = await holdRequests(staff, `/api/parts/${insertedId}`)
    await save.dblclick()
    await weight.focus()
    await expect(weight).not.toBeFocused()
    release()
    await expectToast(staff, 'Product changed successfully')
    await expect(staff).toHaveURL('/dashboard/manageProducts')
    const fits = [{ interface: expect.any(String), role: 'offers', size: expect.any(String) }]
    const terms = { price: 6, minimumOrder: 50, orderMultiple: 10 }
    const priceTiers = [{ fromQuantity: 295, price: 5.72 }]
    const seenTerms = { ...terms, priceTiers: [{ fromQuantity: 295, price: 5.75 }] }
    const seen = { ...seenTerms, weightGrams: null, fits: [] }
    expect(bodies).toEqual([{ ...terms, weightGrams: 77, priceTiers, fits, seen }])
    await staff.context().close()
  })

  await test.step('the part page states the prices and the multiple', async () => {
    await page.goto(`/allParts/${insertedId}`)
    const table = page.getByRole('region', { name: 'Volume pricing' })
    const step = table.getByRole('row', { name: 'From 295 pieces' })
    await expect(step).toContainText('$5.72')
    await expect(step).not.toHaveAttribute('aria-current')
    await step.getByRole('button').click()
    await expect(step).toHaveAttribute('aria-current', 'true')
    await expect(table).not.toContainText('quote')
    await expect(page.getByText('Sold in multiples of')).toBeVisible()
    await expect(page.getByText('This chain is 12-speed.')).toBeVisible()
  })

  const main = page.getByRole('main')
  const savings = main.getByRole('region', { name: 'Savings' })
  const apply = savings.getByRole('button', { name: 'Apply All Savings ($24.00)' })

  await test.step('a visitor applies the saving in the cart, and undoes it', async () => {
    await waitForHydration(page)
    await keepToastsOpen(page)
    await page.getByLabel('Order Quantity').fill('290')
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
    await page.getByRole('link', { name: 'View cart' }).click()
    const quantity = main.getByLabel(`Quantity: ${data.name}`)
    await expect(main.getByText('300 cost $24.00 less than 290.')).toBeVisible()
    await apply.dblclick()
    await expect(savings).toHaveText(/^You saved \$24\.00 on 1 part\./)
    await expect(savings).toBeFocused()
    await expect(quantity).toHaveValue('300')
    await expectAccessible(page)
    await page.reload()
    await expect(quantity).toHaveValue('300')
    await quantity.fill('290')
    await apply.click()
    await savings.getByRole('button', { name: 'Undo' }).click()
    await expect(savings).toContainText('Your previous quantities are back.')
    await expect(quantity).toHaveValue('290')
  })

  await test.step('the purchase page shows quantity, prices and total without scrolling', async () => {
    await signUpCustomer(page)
    await page.goto(`/purchase/${insertedId}`)
    for (const size of [
      { width: 375, height: 800 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(size)
      for (const element of [
        main.getByLabel('Order Quantity'),
        main.getByRole('button', { name: 'From 295' }),
        main.getByText('You pay $300.00', { exact: true }),
        main.getByRole('button', { name: 'Place Order' }),
      ]) {
        await expect(element).toBeInViewport({ ratio: 1 })
      }
      await page.mouse.wheel(0, 200)
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
      await expect(main.getByRole('button', { name: 'Place Order' })).toBeInViewport({ ratio: 1 })
      await page.evaluate(() => scrollTo(0, 0))
    }
  })

  await test.step('the purchase page computes with the step and advises it', async () => {
    const quantity = main.getByLabel('Order Quantity')
    await main.getByRole('button', { name: 'From 295' }).click()
    await expect(quantity).toHaveValue('300')
    await quantity.fill('270')
    await expect(main.getByText(/^30 more and each costs tk [\d,.]+ \(\$5\.72\)\.$/)).toBeVisible()
    await quantity.fill('290')
    await expect(main.getByText(/^300 cost tk [\d,.]+ \(\$24\.00\) less than 290\.$/)).toBeVisible()
    await expect(main).toContainText('$1,740.00')
    await main.getByRole('button', { name: 'Take 300' }).click()
    await expect(quantity).toHaveValue('300')
    await expect(main).toContainText('$1,716.00')
    await quantity.fill('305')
    await quantity.blur()
    const nearest = 'This part is sold in multiples of 10 pieces. You can order 300 or 310.'
    await expect(main.getByText(nearest)).toBeVisible()
    await quantity.fill('310')
    await main.getByLabel('Phone').fill('+234 1 555 0100')
    await main.getByLabel('Address').fill('12 Allen Avenue, Lagos')
    await main.getByLabel('Your reference').fill('PO 4500-78')
    await expectAccessible(page)
    await expectFitsLargeFont(page)
    await main.getByRole('button', { name: 'Place Order' }).click()
    await expect(page).toHaveURL('/dashboard/myOrders')
    await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('$1,773.20')
    await main.getByRole('link', { name: data.name }).first().click()
    await expect(main.getByText('PO 4500-78')).toBeVisible()
  })

  await test.step('the checkout applies the saving of the merged cart', async () => {
    await page.goto('/checkout')
    await expect(main).toContainText('290 × $6.00')
    await apply.click()
    await expect(savings).toContainText('You saved $24.00 on 1 part.')
    await expect(main).toContainText('300 × $5.72')
    await expect(main.getByText('Your cart has changed')).toHaveCount(0)
    await page.getByRole('button', { name: 'Place Order' }).click()
    await expect(page).toHaveURL(/\/dashboard\/order\//)
    await expect(main).toContainText('$1,716.00')
  })
})

test('keeps typed price steps after a failed save, and after the change of another user', async ({
  page,
}) => {
  const headers = await getStaffHeaders()
  const part = { ...data, name: 'Contested chain' }
  const { insertedId } = await (await page.request.post('/parts', { data: part, headers })).json()
  await signInAsStaff(page)
  await page.goto('/dashboard/manageProducts?search=Contested')
  await page.getByRole('button', { name: 'Volume pricing' }).click()
  const form = page.getByRole('form', { name: `Volume pricing of ${part.name}` })
  const save = form.getByRole('button', { name: 'Save Prices' })
  const price = form.getByLabel('Price per unit')
  const multiple = form.getByLabel('Sold in multiples of')
  await form.getByRole('button', { name: 'Add a Price Step' }).click()
  await form.getByLabel('From quantity').fill('300')
  await price.fill('5.75')

  const path = `/api/parts/${insertedId}`
  const isPath = matchPath(path)
  await page.route(isPath, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  )
  await save.click()
  await expect(form.getByRole('alert')).toHaveText(/^The shop cannot be reached/)
  await page.unroute(isPath)

  const { price: seenPrice, minimumOrder } = part
  const seen = { price: seenPrice, minimumOrder, priceTiers: [], orderMultiple: null }
  await page.request.patch(path, { data: { orderMultiple: 10, seen }, headers })
  await save.click()
  await expect(form.getByRole('alert')).toHaveText(/^Another user has changed this part/)
  await page.route(isPath, (route) => route.fulfill({ status: 409, json: { title: 'Not now.' } }))
  await form.getByRole('button', { name: 'Reload' }).click()
  await expect(form.getByRole('alert')).toHaveText('Not now.')
  await page.unroute(isPath)
  await form.getByRole('button', { name: 'Reload' }).click()
  await expect(multiple).toHaveValue('10')
  await expect(multiple).toBeFocused()
  await expect(price).toHaveValue('5.75')
  await expect(form.getByRole('alert')).toHaveCount(0)
  await save.click()
  await expectToast(page, `Prices saved · ${part.name}`)
})
