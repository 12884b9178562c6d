import type { Page } from '@playwright/test'
import { awake } from './awake.ts'
import { expectRedUnder } from './colours.ts'
import { expect, type Part, test } from './shop.ts'

test('the home page says what is sold here, and Get Started leads to all parts', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page).toHaveTitle(/^Bicycle Spare Parts/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bicycle Parts')
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL('/allParts')
})

test('five figures say why millions trust the products, each with what it was last year', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Millions Trust Our Products' })).toBeVisible()
  const figures = page.getByRole('listitem').filter({ hasText: 'more than last year' })
  await expect(figures).toHaveText([
    /^65\s*production countries\s*more than last year$/,
    /^22\.6K\s*total feedbacks\s*more than last year$/,
    /^34%\s*market share\s*more than last year$/,
    /^43\.3K\+\s*customers\s*more than last year$/,
    /^16%\s*company growth\s*more than last year$/,
  ])
})

test('six parts are shown with their prices in dollars, and Show All leads to the others', async ({
  page,
  request,
}) => {
  const parts: Part[] = await (await request.get('/parts?size=6')).json()
  await page.goto('/')
  const cells = partsOn(page)
  await expect(cells).toHaveCount(6)
  for (const [place, part] of parts.entries()) {
    const cell = cells.nth(place)
    await expect(cell.getByRole('heading')).toHaveText(part.name)
    await expect(cell).toContainText(`$${part.price.toFixed(2)}`)
    await expect(cell.getByRole('img')).toHaveAttribute('src', part.img)
    await expect(cell.getByRole('link', { name: 'Book Now' })).toHaveAttribute(
      'href',
      `/purchase/${part._id}`,
    )
  }
  await page.getByRole('link', { name: 'Show All' }).click()
  await expect(page).toHaveURL('/allParts')
})

for (const [width, columns] of [
  [375, 1],
  [768, 2],
  [1440, 3],
] as const) {
  test(`parts stand in columns as the screen is wide: ${columns} at ${width} pixels`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/', '/allParts']) {
      await page.goto(path)
      const lefts = await partsOn(page).evaluateAll((cells) =>
        cells.map((cell) => Math.round(cell.getBoundingClientRect().left)),
      )
      expect(lefts.length, path).toBeGreaterThanOrEqual(6)
      expect(new Set(lefts).size, path).toBe(columns)
    }
  })
}

test('the welcome tells since when and where to the maker sells, and Contact Us leads to the form', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Welcome to Freehub' })).toBeVisible()
  await expect(page.getByText(/since 1994.*export them worldwide/)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Contact Us' }).click()
  await expect(page).toHaveURL('/#contact-us')
  await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeInViewport()
})

test('the reviews say how many stars, what and who', async ({ page, request }) => {
  const reviews: { name: string; ratting: number; comment: string }[] = await (
    await request.get('/reviews')
  ).json()
  await page.goto('/')
  await awake(page)
  const quotes = page.getByRole('article')
  await expect(quotes).toHaveCount(6)
  await page.getByRole('link', { name: /^All \d+ reviews$/ }).click()
  await expect(quotes.nth(6)).toBeFocused()
  await expect(page).toHaveURL('/')
  // Other journeys add some meanwhile, and hide what they added: those that were there first stay.
  for (const { name, ratting, comment } of reviews.slice(-10)) {
    const quote = quotes.filter({ hasText: comment })
    await expect(quote).toContainText(name)
    await expect(quote.getByRole('img', { name: `${ratting} of 5 stars` })).toBeVisible()
  }
})

test('the rating counts all reviews, however many are shown', async ({ page, request }) => {
  // Another journey may add or hide one in between.
  await expect(async () => {
    const { count } = await (await request.get('/api/rating')).json()
    await page.goto('/')
    const rows = await page.locator('.distribution li > :last-child').allInnerTexts()
    const given = rows.map((row) => Number.parseInt(row, 10))
    expect(given.reduce((sum, one) => sum + one, 0)).toBe(count)
  }).toPass()
})

test.describe('of more reviews than are sent at once', () => {
  const first = Array.from({ length: 6 }, (_, n) => quote(n))
  const then = Array.from({ length: 100 }, (_, n) => quote(6 + n))
  const last = [quote(106)]

  test('more come with each press, and each once', async ({ page }) => {
    await page.route(/\/reviews\?/, (route) => {
      const after = new URL(route.request().url()).searchParams.get('after')
      const json = after === null ? first : after === first.at(-1)?._id ? then : last
      const headers = { link: `</reviews?after=${json.at(-1)?._id}>; rel="next"` }
      return route.fulfill(json === last ? { json } : { json, headers })
    })
    await page.goto('/blogs')
    await awake(page)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
    const quotes = page.getByRole('article')
    await expect(quotes).toHaveCount(6)
    await page.getByRole('link', { name: /^All \d+ reviews$/ }).click()
    await expect(quotes).toHaveCount(106)
    await page.getByRole('link', { name: 'More reviews' }).click()
    await expect(quotes).toHaveCount(107)
    await expect(page.getByRole('link', { name: 'More reviews' })).toHaveCount(0)
    expect(new Set(await quotes.allInnerTexts()).size).toBe(107)
  })

  function quote(n: number) {
    const _id = `01980000-0000-7000-8000-${String(n).padStart(12, '0')}`
    return { _id, name: `Dealer ${n}`, ratting: 4, comment: 'Straight spokes.' }
  }
})

test.describe('while older reviews cannot be had', () => {
  test.use({ expectedErrors: [/status of 400|^CallError/] })

  test('it is said so where they would be, and one may try again', async ({ page }) => {
    await page.goto('/')
    await awake(page)
    const older = /\/reviews\?.*after=/
    await page.route(older, (route) => route.fulfill({ status: 400, json: { title: 'No.' } }))
    await page.getByRole('link', { name: /^All \d+ reviews$/ }).click()
    const again = page.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    await page.unroute(older)
    await again.click()
    await expect(page.getByRole('article').nth(6)).toBeVisible()
  })
})

test('/home is the same page', async ({ page }) => {
  await page.goto('/')
  const words = await lastingWords(page)
  expect(words).toContain('Millions Trust Our Products')
  await page.goto('/home')
  await expect(page).toHaveURL('/home')
  expect(await lastingWords(page)).toBe(words)
})

test('what one writes to the maker goes nowhere, and the form is empty again', async ({ page }) => {
  await page.goto('/#contact-us')
  const form = page.locator('#contact-us form')
  // What shows messages is loaded for the first one.
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(form.getByText('Please Comment')).toBeVisible()
  // Who looks is asked when the page wakes, and a picture may still be on its way.
  await awake(page)
  await page.waitForLoadState('networkidle')
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() !== 'script') calls.push(`${request.method()} ${request.url()}`)
  })
  await form.getByLabel('Name').fill('Ada')
  await form.getByLabel('Email').fill('ada@dealer.example')
  await form.getByLabel('Comment').fill('Do you sell spokes of 291 mm?')
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('We will contact you through your email')).toBeVisible()
  for (const field of ['Name', 'Email', 'Comment']) {
    await expect(form.getByLabel(field)).toHaveValue('')
  }
  expect(calls).toEqual([])
})

test('a double click sends a message once, and finds nothing wrong with the cleared form', async ({
  page,
}) => {
  await page.goto('/#contact-us')
  const form = page.locator('#contact-us form')
  await form.getByLabel('Name').fill('Ada')
  await form.getByLabel('Email').fill('ada@dealer.example')
  await form.getByLabel('Comment').fill('Do you sell spokes of 291 mm?')
  await form.getByRole('button', { name: 'Submit' }).dblclick()
  await expect(page.getByText('We will contact you through your email')).toHaveCount(1)
  await expect(form.getByRole('alert')).toHaveCount(0)
})

test('what is wrong with a message is said in red under its field', async ({ page }) => {
  await page.goto('/#contact-us')
  const form = page.locator('#contact-us form')
  await form.getByRole('button', { name: 'Submit' }).click()
  await expectRedUnder(form.getByText('Name required'), form.getByLabel('Name'))
  await expectRedUnder(form.getByText('Email required'), form.getByLabel('Email'))
  await expectRedUnder(form.getByText('Please Comment'), form.getByLabel('Comment'))
})

/** What the page says whoever else is in the shop: neither numbers, which count, nor reviews. */
function lastingWords(page: Page): Promise<string> {
  return page.getByRole('main').evaluate((main) => {
    const copy = main.cloneNode(true) as Element
    for (const review of copy.querySelectorAll('article')) review.remove()
    return (copy.textContent ?? '').replaceAll(/[\d.,]+/g, '#')
  })
}

/** The parts in the sheet, by the button that books each. */
function partsOn(page: Page) {
  return page.getByRole('listitem').filter({ hasText: 'Book Now' })
}
