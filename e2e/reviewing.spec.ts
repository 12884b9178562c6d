import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { hold } from './hold.ts'
import { arrive, expect, test } from './shop.ts'

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

test('a review may have no words; one that is added after the customer has walked on does not stand there again', async ({
  page,
}) => {
  await arrive(page)
  await page.goto('/dashboard/addReview')
  await page.getByRole('radio', { name: '5' }).check({ force: true })
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  const answer = await holdSubmit(page)
  expect((await sent).postDataJSON()).toMatchObject({ comment: '', ratting: 5 })
  await page.getByRole('link', { name: 'My Orders' }).click()
  await expect(page).toHaveURL('/dashboard/myOrders')
  answer()
  await expect(page.getByText('Review added successfully')).toBeVisible()
  await page.getByRole('link', { name: 'Add A Review' }).click()
  await expect(page.getByRole('radio', { checked: true })).toHaveValue('3')
})

test.describe('a second review on the same day', () => {
  test.use({ expectedErrors: [/status of 429|^CallError/] })

  test('is typed while the first is on its way, refused with the time of the next one, and stays after a reload', async ({
    page,
  }) => {
    await arrive(page)
    await page.goto('/dashboard/addReview')
    const comment = page.getByLabel('Comment')
    const submit = page.getByRole('button', { name: 'Submit' })
    await comment.fill(`True out of the box. ${randomUUID()}`)
    const answer = await holdSubmit(page)
    await comment.fill('And another thing')
    answer()
    await expect(page.getByText('Review added successfully')).toBeVisible()
    await expect(submit).toBeEnabled()
    await expect(comment).toHaveValue('And another thing')
    await submit.click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      /You can add one review a day until your first order is shipped: the next one from \d/,
    )
    await expect(comment).toHaveValue('And another thing')
    await page.reload()
    await expect(comment).toHaveValue('And another thing')
  })
})

/** Submits the review, and holds the shop's answer back until the returned function is called. */
async function holdSubmit(page: Page) {
  const answer = await hold(page, '/reviews')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('button', { name: 'Sending …' })).toBeVisible()
  return answer
}
