import type { Page } from '@playwright/test'
import { awake } from '../support/awake.ts'
import { expectRedUnder } from '../support/colours.ts'
import { hold } from '../support/hold.ts'
import { expect, test } from '../support/shop.ts'

test('the home page draws its pictures, leads to its parts and to its form, in columns as the screen is wide', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page).toHaveTitle(/^Bicycle Spare Parts/)
  await awake(page)
  await test.step('every picture is drawn', async () => {
    await expect.poll(() => undrawnPictures(page), { intervals: [100] }).toEqual([])
  })
  await expectColumns(page)

  await page.getByRole('main').getByRole('link', { name: 'Contact Us' }).click()
  await expect(page).toHaveURL('/#contact-us')
  await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeInViewport()
  // A place that cannot be read leaves the page as it is.
  await page.evaluate(() => location.assign('#%zz'))

  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL('/allParts')
  await expectColumns(page)
})

test.describe('where older reviews do not come at first', () => {
  test.use({ expectedErrors: [/status of 400|^CallError/] })

  const first = Array.from({ length: 6 }, (_, n) => quote(n))
  const then = Array.from({ length: 10 }, (_, n) => quote(6 + n))
  const last = [quote(16)]

  test('one may try again; more come with each press, and each once', async ({ page }) => {
    let broken = true
    await page.route(/\/reviews\?/, (route) => {
      const after = new URL(route.request().url()).searchParams.get('after')
      if (after && broken) return route.fulfill({ status: 400, json: { title: 'No.' } })
      const json = after === null ? first : after === first.at(-1)?._id ? then : last
      const headers = { link: `</reviews?after=${json.at(-1)?._id}>; rel="next"` }
      return route.fulfill(json === last ? { json } : { json, headers })
    })
    await page.goto('/login')
    await awake(page)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
    const quotes = page.getByRole('article')
    await expect(quotes).toHaveCount(6)
    await page.getByRole('link', { name: /^All \d+ reviews$/ }).click()
    const again = page.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    broken = false
    await again.click()
    await expect(quotes).toHaveCount(16)
    await expect(quotes.nth(6)).toBeFocused()
    await page.getByRole('link', { name: 'More reviews' }).click()
    await expect(quotes).toHaveCount(17)
    await expect(quotes.nth(16)).toBeFocused()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: 'More reviews' })).toHaveCount(0)
    expect(new Set(await quotes.allInnerTexts()).size).toBe(17)
  })

  function quote(n: number) {
    const _id = `01980000-0000-7000-8000-${String(n).padStart(12, '0')}`
    return { _id, name: `Dealer ${n}`, ratting: 4, comment: 'Straight spokes.' }
  }
})

test('the contact form, sent before the page wakes, says what is wrong in red; then it makes no call, confirms once and is cleared', async ({
  page,
}) => {
  const wake = await hold(page, /\/assets\/(?!head-script).*\.js$/)
  await page.goto('/#contact-us')
  const form = page.locator('#contact-us form')
  const submit = form.getByRole('button', { name: 'Submit' })
  await form.getByLabel('Name').fill('Ada')
  await form.getByLabel('Email').fill('workshop@')
  await submit.click()
  wake()
  await expectRedUnder(form.getByText('Provide a valid email'), form.getByLabel('Email'))
  await expectRedUnder(form.getByText('Please Comment'), form.getByLabel('Comment'))
  await expect(page).toHaveURL('/#contact-us')
  await expect(form.getByLabel('Name')).toHaveValue('Ada')
  await form.getByLabel('Name').fill('')
  await form.getByLabel('Email').fill('')
  await expectRedUnder(form.getByText('Name required'), form.getByLabel('Name'))
  await expectRedUnder(form.getByText('Email required'), form.getByLabel('Email'))

  // Who looks is asked when the page wakes.
  await awake(page)
  const calls: string[] = []
  page.on('request', (request) => {
    // The code that shows messages is loaded for the first one.
    const isFile = ['script', 'stylesheet', 'image'].includes(request.resourceType())
    if (!isFile) calls.push(`${request.method()} ${request.url()}`)
  })
  await form.getByLabel('Name').fill('Ada')
  await form.getByLabel('Email').fill('ada@dealer.example')
  await form.getByLabel('Comment').fill('Do you sell spokes of 291 mm?')
  await submit.dblclick()
  await expect(page.getByText('We will contact you through your email')).toHaveCount(1)
  for (const field of ['Name', 'Email', 'Comment']) {
    await expect(form.getByLabel(field)).toHaveValue('')
  }
  await expect(form.getByRole('alert')).toHaveCount(0)
  expect(calls).toEqual([])
})

/** The pictures that are not drawn. Those further down are drawn when they come near. */
function undrawnPictures(page: Page): Promise<string[]> {
  return page.locator('img:visible').evaluateAll((images) => {
    const undrawn = (images as HTMLImageElement[]).filter(
      (image) => !image.complete || image.naturalWidth === 0,
    )
    undrawn[0]?.scrollIntoView()
    return undrawn.map((image) => image.src)
  })
}

/** Expects the parts on the page in one column, two or three, as its width says. */
async function expectColumns(page: Page) {
  for (const [width, columns] of [
    [375, 1],
    [768, 2],
    [1440, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const cells = page.locator('.cell')
    const lefts = () =>
      cells.evaluateAll((all) => [
        ...new Set(all.slice(0, 6).map((cell) => Math.round(cell.getBoundingClientRect().left))),
      ])
    await expect.poll(async () => (await lefts()).length, `${width} pixels`).toBe(columns)
  }
}
