import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { hold } from './hold.ts'
import { arrive, expect, newcomer, test } from './shop.ts'

test('a review has three stars until one chooses, and stands first on the home page', async ({
  page,
  request,
}) => {
  const { name } = await arrive(page)
  const [newest] = await (await request.get('/reviews?size=1')).json()
  const comment = `Straight spokes, all of one length. ${randomUUID()}`
  await page.goto('/dashboard/addReview')
  await expect(page.getByRole('radio')).toHaveCount(5)
  await expect(page.getByRole('radio', { checked: true })).toHaveValue('3')
  await page.getByLabel('Comment').fill(comment)
  await page.getByRole('radio', { name: '5' }).check({ force: true })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Review added successfully')).toBeVisible()

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  const quote = page.getByRole('article').filter({ hasText: comment })
  await expect(quote).toContainText(name)
  await expect(quote.getByRole('img', { name: '5 of 5 stars' })).toBeVisible()
  // Others may review at the same time: what was the newest before stands after it.
  const quotes = await page.locator('article').allTextContents()
  const place = quotes.findIndex((words) => words.includes(comment))
  expect(quotes.slice(place + 1).some((words) => words.includes(newest.name))).toBe(true)
})

test('a review may have no words', async ({ page }) => {
  await arrive(page)
  await page.goto('/dashboard/addReview')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Review added successfully')).toBeVisible()
  expect((await sent).postDataJSON()).toMatchObject({ comment: '', ratting: 3 })
})

test('a review that is added after one has walked on does not stand there again', async ({
  page,
}) => {
  const answer = await send(page, `True out of the box. ${randomUUID()}`)
  await page.getByRole('link', { name: 'My Orders' }).click()
  await expect(page).toHaveURL('/dashboard/myOrders')
  answer()
  await expect(page.getByText('Review added successfully')).toBeVisible()
  await page.getByRole('link', { name: 'Add A Review' }).click()
  await expect(page.getByLabel('Comment')).toHaveValue('')
})

test('what is typed while a review is on its way stays, here and after coming back', async ({
  page,
}) => {
  const answer = await send(page, `True out of the box. ${randomUUID()}`)
  await page.getByLabel('Comment').fill('And another thing')
  answer()
  await expect(page.getByText('Review added successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled()
  await expect(page.getByLabel('Comment')).toHaveValue('And another thing')
  await page.reload()
  await expect(page.getByLabel('Comment')).toHaveValue('And another thing')
})

test('a review of an unconfirmed account is on the home page, but not in the rating', async ({
  page,
  request,
}) => {
  const before = await oneStarReviews(request)
  const { headers } = await arrive(page, newcomer(), { emailConfirmed: false })
  const comment = `Fake parts! ${randomUUID()}`
  await page.request.post('/reviews', { data: { comment, ratting: 1 }, headers })
  // The cached page is up to a second old.
  await expect.poll(async () => (await request.get('/')).text()).toContain(comment)
  expect(await oneStarReviews(request)).toBe(before)
  await expect.poll(() => isRatingOfPage(request)).toBe(true)
})

test.describe('a second review on the same day', () => {
  test.use({ expectedErrors: [/status of 429|^CallError/] })

  test('is refused with the time of the next one, and keeps what was typed', async ({ page }) => {
    const { headers } = await arrive(page)
    await page.request.post('/reviews', { data: { comment: 'Good.', ratting: 5 }, headers })
    await page.goto('/dashboard/addReview')
    await page.getByLabel('Comment').fill('And another thing')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('alert')).toContainText(
      /You can add one review a day until your first order is shipped: the next one from \d/,
    )
    await expect(page.getByLabel('Comment')).toHaveValue('And another thing')
  })
})

/** No other journey gives one star, so that journeys beside this one do not change the count. */
async function oneStarReviews(request: APIRequestContext): Promise<number> {
  const { distribution } = await (await request.get('/api/rating')).json()
  return distribution.find(({ stars }: { stars: number }) => stars === 1).count
}

/** Whether the JSON-LD of the home page states the shop's rating. */
async function isRatingOfPage(request: APIRequestContext): Promise<boolean> {
  const [html, rating] = [await request.get('/'), await request.get('/api/rating')]
  const { average, count } = await rating.json()
  return (await html.text()).includes(`"ratingValue":${average},"reviewCount":${count}`)
}

/** Somebody sends a review, which is answered when what this gives is called. */
async function send(page: Page, comment: string) {
  await arrive(page)
  await page.goto('/dashboard/addReview')
  await page.getByLabel('Comment').fill(comment)
  const answer = await hold(page, '/reviews')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('button', { name: 'Sending …' })).toBeVisible()
  return answer
}
