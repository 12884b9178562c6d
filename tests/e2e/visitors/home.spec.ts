import type { Page } from '@playwright/test'
import { expectRedUnder } from '../support/accessibility.ts'
import { holdRequests } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'
import { waitForHydration } from '../support/users-and-orders.ts'

test('the home page shows its pictures and adapts its columns to the width', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveTitle(/^Bicycle Spare Parts/)
  await waitForHydration(page)
  await test.step('every picture is loaded', async () => {
    await expect.poll(() => listUndrawnPictures(page), { intervals: [100] }).toEqual([])
  })
  await expectColumns(page)

  await page.getByRole('main').getByRole('link', { name: 'Contact Us' }).click()
  await expect(page).toHaveURL('/#contact-us')
  await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeInViewport()
  // An invalid fragment does not change the page.
  await page.evaluate(() => location.assign('#%zz'))

  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL('/allParts')
  await expectColumns(page)
})

test.describe('a visitor whose reviews fail to load', () => {
  test.use({ expectedErrors: [/status of 400|^CallError/] })

  const firstReviews = Array.from({ length: 6 }, (_, n) => createReview(n))
  const secondReviews = Array.from({ length: 10 }, (_, n) => createReview(6 + n))
  const lastReviews = [createReview(16)]

  test('retries on request, then loads more reviews without duplicates', async ({ page }) => {
    let isFailing = true
    await page.route(/\/reviews\?/, (route) => {
      const after = new URL(route.request().url()).searchParams.get('after')
      if (after && isFailing) return route.fulfill({ status: 400, json: { title: 'No.' } })
      const json =
        after === null
          ? firstReviews
          : after === firstReviews.at(-1)?._id
            ? secondReviews
            : lastReviews
      const headers = { link: `</reviews?after=${json.at(-1)?._id}>; rel="next"` }
      return route.fulfill(json === lastReviews ? { json } : { json, headers })
    })
    await page.goto('/login')
    await waitForHydration(page)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
    const quotes = page.getByRole('article')
    await expect(quotes).toHaveCount(6)
    await page.getByRole('link', { name: /^All \d+ Reviews$/ }).click()
    const retryButton = page.getByRole('button', { name: 'Try Again' })
    await expect(retryButton).toBeVisible()
    isFailing = false
    await retryButton.click()
    await expect(quotes).toHaveCount(16)
    await expect(quotes.nth(6)).toBeFocused()
    await page.getByRole('link', { name: 'More Reviews' }).click()
    await expect(quotes).toHaveCount(17)
    await expect(quotes.nth(16)).toBeFocused()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: 'More Reviews' })).toHaveCount(0)
    expect(new Set(await quotes.allInnerTexts()).size).toBe(17)
  })

  function createReview(n: number) {
    const _id = `01980000-0000-7000-8000-${String(n).padStart(12, '0')}`
    return { _id, name: `Dealer ${n}`, ratting: 4, comment: 'Straight spokes.' }
  }
})

test('the contact form shows errors in red, and confirms valid input without a call', async ({
  page,
}) => {
  const releaseScripts = await holdRequests(page, /\/assets\/(?!head-script).*\.js$/)
  await page.addInitScript(() => {
    const draft = { name: 'Ada', email: 'ada@old.example', comment: '' }
    sessionStorage.setItem('formDraft::contact', JSON.stringify(draft))
  })
  // `load` may wait for the held scripts: hydration starts at most 1 s after the first paint.
  await page.goto('/#contact-us', { waitUntil: 'commit' })
  const form = page.locator('#contact-us form')
  const submit = form.getByRole('button', { name: 'Submit' })
  await form.getByLabel('Email').fill('workshop@')
  await submit.click()
  releaseScripts()
  await expectRedUnder(form.getByText('Provide a valid email'), form.getByLabel('Email'))
  await expectRedUnder(form.getByText('Please Comment'), form.getByLabel('Comment'))
  await expect(page).toHaveURL('/#contact-us')
  await expect(form.getByLabel('Name')).toHaveValue('Ada')
  await expect(form.getByLabel('Email')).toHaveValue('workshop@')
  await form.getByLabel('Name').fill('')
  await form.getByLabel('Email').fill('')
  await expectRedUnder(form.getByText('Name required'), form.getByLabel('Name'))
  await expectRedUnder(form.getByText('Email required'), form.getByLabel('Email'))

  // The session is loaded during hydration and is not counted below.
  await waitForHydration(page)
  const calls: string[] = []
  page.on('request', (request) => {
    // The toast code is loaded on first use.
    const isFile = ['script', 'stylesheet', 'image'].includes(request.resourceType())
    if (!isFile) calls.push(`${request.method()} ${request.url()}`)
  })
  await form.getByLabel('Name').fill('Ada')
  await form.getByLabel('Email').fill('ada@dealer.example')
  await form.getByLabel('Comment').fill('Do you sell spokes of 291 mm?')
  await submit.dblclick()
  await expectToast(page, 'We will contact you through your email')
  for (const field of ['Name', 'Email', 'Comment']) {
    await expect(form.getByLabel(field)).toHaveValue('')
  }
  await expect(form.getByRole('alert')).toHaveCount(0)
  expect(calls).toEqual([])
})

/** Returns the pictures that have not loaded. Scrolls to the first, because pictures load lazily. */
function listUndrawnPictures(page: Page): Promise<string[]> {
  return page.locator('img:visible').evaluateAll((images) => {
    const undrawn = (images as HTMLImageElement[]).filter(
      (image) => !image.complete || image.naturalWidth === 0,
    )
    undrawn[0]?.scrollIntoView()
    return undrawn.map((image) => image.src)
  })
}

/** Expects one, two or three columns of parts, by width. */
async function expectColumns(page: Page) {
  for (const [width, columns] of [
    [375, 1],
    [768, 2],
    [1440, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const cells = page.locator('.cell')
    const readColumns = () =>
      cells.evaluateAll((all) => [
        ...new Set(all.slice(0, 6).map((cell) => Math.round(cell.getBoundingClientRect().left))),
      ])
    await expect.poll(async () => (await readColumns()).length, `${width} pixels`).toBe(columns)
  }
}
