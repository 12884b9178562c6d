import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible, expectFitsLargeFont } from '../support/accessibility.ts'
import { holdRequests, loseResponse } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'
import { signInOnPage, signUpCustomer } from '../support/users-and-orders.ts'

test.describe('a customer who reviews twice a day', () => {
  test.use({ expectedErrors: [/status of 4(22|29)|ERR_FAILED|^CallError/] })

  test('sees the first review on the home page, and an error for the second', async ({
    page,
    request,
  }) => {
    const { name } = await signUpCustomer(page)
    const [newest] = await (await request.get('/reviews?size=1')).json()
    const commentText = `Straight spokes.\nAll of one length. ${randomUUID()}`
    await page.goto('/dashboard/addReview')
    const comment = page.getByLabel('Comment')
    const submit = page.getByRole('button', { name: 'Submit' })
    await expect(page.getByRole('radio')).toHaveCount(5)
    await expect(page.getByRole('radio', { checked: true })).toHaveValue('3')
    await expectAccessible(page)
    await expectFitsLargeFont(page)
    await comment.fill('x'.repeat(2001))
    await submit.click({ delay: 100 })
    await expect(page.getByText('At most 2,000 characters.')).toBeVisible()
    await expect(comment).toBeFocused()
    await comment.fill(commentText)
    await page.getByRole('radio', { name: '5' }).check({ force: true })
    const release = await holdSubmit(page)
    await comment.fill('And another thing')
    release()
    await expectToast(page, 'Review added successfully')
    await expect(submit).toBeEnabled()
    await expect(comment).toHaveValue('And another thing')

    await submit.click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      /You can add one review a day until your first order is shipped: the next one from \d/,
    )
    await expect(comment).toHaveValue('And another thing')
    await page.reload()
    await expect(comment).toHaveValue('And another thing')

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
    const quote = page.locator('article', { hasText: commentText })
    await expect(quote).toContainText(commentText, { useInnerText: true })
    await expect(quote).toContainText(name)
    await expect(quote.getByRole('img', { name: '5 of 5 stars' })).toBeVisible()
    // Other tests may add reviews, so only the order relative to the previous newest review is checked.
    const quotes = await page.locator('article').allTextContents()
    const index = quotes.findIndex((text) => text.includes(commentText))
    expect(quotes.slice(index + 1).some((text) => text.includes(newest.name))).toBe(true)
  })

  test('is warned if the second is an edited repeat of the first, whose response was lost', async ({
    page,
  }) => {
    await signUpCustomer(page)
    await page.goto('/dashboard/addReview')
    const submit = page.getByRole('button', { name: 'Submit' })
    // The page sends the review once more itself.
    for (let count = 0; count < 2; count++) await loseResponse(page, 'POST', '/reviews')
    await page.getByLabel('Comment').fill('Straight spokes.')
    await submit.click()
    await expect(page.getByText(/It won’t be added twice\.$/)).toBeVisible()
    await page.getByLabel('Comment').fill('Straight spokes, all of one length.')
    await submit.click()
    await expect(page.getByText(/^It was already added without your last changes\./)).toBeVisible()
  })
})

test('accepts a review without a comment, and clears the form afterwards', async ({ page }) => {
  const customer = await signUpCustomer(page)
  await page.goto('/dashboard/addReview')
  const comment = page.getByLabel('Comment')
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  const bar = page.getByRole('navigation', { name: 'Main' })
  await page.getByRole('radio', { name: '5' }).check({ force: true })
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  const release = await holdSubmit(page)
  expect((await sent).postDataJSON()).toMatchObject({ comment: '', ratting: 5 })
  await menu.getByRole('link', { name: 'My Orders' }).click()
  await expect(comment).toBeHidden()
  await menu.getByRole('link', { name: 'Add A Review' }).click()
  await expect(page.getByRole('radio', { checked: true })).toHaveValue('5')
  release()
  await expectToast(page, 'Review added successfully')
  await expect(page.getByRole('radio', { checked: true })).toHaveValue('3')
  await menu.getByRole('link', { name: 'My Orders' }).click()
  await expect(comment).toBeHidden()
  await menu.getByRole('link', { name: 'Add A Review' }).click()
  await expect(page.getByRole('radio', { checked: true })).toHaveValue('3')
  // A draft that equals the sent review stays.
  await page.getByRole('radio', { name: '5' }).check({ force: true })
  await menu.getByRole('link', { name: 'My Orders' }).click()
  await expect(comment).toBeHidden()
  await menu.getByRole('link', { name: 'Add A Review' }).click()
  await expect(page.getByRole('radio', { checked: true })).toHaveValue('5')

  await comment.fill('Half a thought')
  await bar.getByRole('link', { name: 'Home' }).click()
  const contact = page.locator('#contact-us').getByLabel('Comment')
  await contact.fill('A private question')
  await bar.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await signInOnPage(page, customer)
  await expect(page).toHaveURL('/')
  await expect(contact).toHaveValue('')
  await bar.getByRole('link', { name: 'Dashboard' }).click()
  await menu.getByRole('link', { name: 'Add A Review' }).click()
  await expect(comment).toHaveValue('')
})

/** Submits the review and holds back the response. Returns a function that releases it. */
async function holdSubmit(page: Page) {
  const release = await holdRequests(page, '/reviews')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('button', { name: 'Sending …' })).toBeVisible()
  return release
}
