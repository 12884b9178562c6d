import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible, expectTableFrom560 } from '../support/accessibility.ts'
import { doubleClick, loseResponse } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'
import {
  admin,
  type Customer,
  findPartFromEnd,
  getStaffHeaders,
  payOrder,
  placeOrder,
  signInAsStaff,
  signUpCustomer,
} from '../support/users-and-orders.ts'

test.describe('with a lost connection', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|^CallError/] })

  test('staff answer and hide a review; an answer typed offline is kept', async ({
    page,
    context,
  }) => {
    const { comment } = await addVerifiedReview(page)
    await signInAsStaff(page)
    await page.goto('/dashboard/manageReviews?show=unanswered&search=nothing-like-this')
    await page.getByRole('searchbox', { name: 'Search reviews' }).fill(comment)
    const row = page.getByRole('row').filter({ hasText: comment })
    await expect(row).toContainText('Verified buyer')
    await expect(row.getByRole('img', { name: '4 of 5 stars' })).toBeVisible()
    await row.getByRole('button', { name: 'Answer' }).press('Enter')
    const answer = row.getByRole('textbox', { name: 'Your answer' })
    const publish = row.getByRole('button', { name: 'Publish' })
    await expect(answer).toBeFocused()
    await publish.click()
    await expect(row.getByText('Enter an answer.')).toBeVisible()
    await expectAccessible(page)
    await expectTableFrom560(page, row)

    await answer.fill('Thank you. The next ones\nare on their way.')
    await context.setOffline(true)
    await publish.click()
    await expect(row.getByRole('alert')).toBeVisible()
    await expect(answer).toHaveValue('Thank you. The next ones\nare on their way.')
    await context.setOffline(false)
    await doubleClick(publish, /\/api\/reviews\/[^/]+\/answer$/)
    await expectToast(page, 'Answer published')
    // The review is no longer unanswered.
    await expect(page.getByText(`No unanswered reviews match “${comment}”.`)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect((await fetchPublicReviews(page)).find((one) => one.comment === comment)).toMatchObject({
      answer: 'Thank you. The next ones\nare on their way.',
      verifiedBuyer: true,
    })

    const tabs = page.getByRole('navigation', { name: 'Reviews by kind' })
    await tabs.getByRole('link').first().click()
    await row.getByRole('button', { name: 'Change Answer' }).click()
    await expect(answer).toHaveValue('Thank you. The next ones\nare on their way.')
    await answer.fill('Thank you. They are on their way.')
    await answer.press('Control+Enter')
    const shownAnswer = row.getByRole('blockquote').getByText('Thank you. They are on their way.')
    await expect(shownAnswer).toBeVisible()
    await row.getByRole('button', { name: 'Change Answer' }).click()
    await row.getByRole('button', { name: 'Withdraw Answer' }).click()
    await expectToast(page, 'Answer withdrawn')
    await expect(row.getByRole('button', { name: 'Answer', exact: true })).toBeVisible()
    await row.getByText('History').click()
    await expect(row.getByRole('listitem')).toHaveCount(3)
    await expect(row.getByRole('listitem').first()).toContainText(
      `Answer withdrawn by ${admin.email}`,
    )

    const otherTab = await context.newPage()
    await otherTab.goto(page.url())
    const otherRow = otherTab.getByRole('row').filter({ hasText: comment })
    await otherRow.getByRole('button', { name: 'Hide' }).click()
    const otherQuestion = otherTab.getByRole('alertdialog', { name: 'Hide this review?' })
    await otherQuestion.getByLabel('Reason').fill('Another reason')

    await row.getByRole('button', { name: 'Hide' }).click()
    const question = page.getByRole('alertdialog', { name: 'Hide this review?' })
    await question.getByRole('button', { name: 'Hide' }).click()
    await expect(question.getByText('Reason required')).toBeVisible()
    await expectAccessible(page, 'dialog[open]')
    await question.getByLabel('Reason').fill('Names one of our people')
    await question.getByRole('button', { name: 'Hide' }).click()
    await expect(row).toContainText(`Hidden by ${admin.email}`)
    await expect(row).toContainText('Names one of our people')
    await expect(otherRow).toContainText('Names one of our people')
    await otherQuestion.getByRole('button', { name: 'Hide' }).click()
    await expect(otherTab.getByText(/^The review by .* was already hidden\.$/)).toBeVisible()
    await otherTab.close()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(await fetchPublicComments(page)).not.toContain(comment)

    const rating = page.getByRole('combobox', { name: 'Rating' })
    await rating.selectOption('1–3 stars')
    await expect(page.getByText('No reviews match these filters.')).toBeVisible()
    await rating.selectOption('Any rating')
    await expect(row).toHaveCount(1)
    await tabs.getByRole('link', { name: /^Hidden/ }).click()
    await expect(page).toHaveURL(/show=hidden/)
    await expect(row).toHaveCount(1)
    await tabs.getByRole('link', { name: /^Unanswered/ }).click()
    await expect(page.getByText(`No unanswered reviews match “${comment}”.`)).toBeVisible()
    await page.goBack()
    await row.getByRole('button', { name: 'Show Again' }).click()
    await expectToast(page, 'Review shown again')
    expect(await fetchPublicComments(page)).toContain(comment)
  })
})

test.describe('with two admins', () => {
  test.use({ expectedErrors: [/status of 409|^CallError|ERR_FAILED/] })

  test('an answer survives a reload; the form shows an answer or a withdrawal of another admin, but not the user’s own', async ({
    page,
  }) => {
    const { comment } = await addVerifiedReview(page)
    const headers = await signInAsStaff(page)
    await page.goto(`/dashboard/manageReviews?search=${encodeURIComponent(comment)}`)
    const row = page.getByRole('row').filter({ hasText: comment })
    const answer = row.getByRole('textbox', { name: 'Your answer' })
    const openForm = () => row.getByRole('button', { name: 'Answer', exact: true }).click()
    await openForm()
    await answer.fill('We send new ones.')
    await page.reload()
    await openForm()
    await expect(answer).toHaveValue('We send new ones.')

    const review = (await fetchPublicReviews(page)).find((one) => one.comment === comment)
    const path = `/api/reviews/${review?._id}/answer`
    await page.request.put(path, { data: { answer: 'Sorry.' }, headers })
    await row.getByRole('button', { name: 'Publish' }).click()
    await expectToast(page, 'Another admin has changed this answer.')
    const notice = row.getByRole('status')
    await expect(notice).toContainText('Sorry.')
    await expect(row.getByRole('alert')).toHaveCount(0)
    await page.reload()
    await row.getByRole('button', { name: 'Change Answer' }).click()
    await expect(answer).toHaveValue('We send new ones.')
    await expect(notice).toContainText('Sorry.')
    await row.getByRole('button', { name: 'Publish' }).click()
    await expectToast(page, 'Answer published')
    await expect(row.getByRole('blockquote')).toContainText('We send new ones.')
    await row.getByRole('button', { name: 'Change Answer' }).click()
    await expect(answer).toHaveValue('We send new ones.')

    await answer.fill('We send three.')
    await page.request.delete(path, { headers })
    await page.reload()
    await openForm()
    await expect(notice).toContainText('Another admin has withdrawn the answer.')
    await loseResponse(page, 'PUT', path)
    await row.getByRole('button', { name: 'Publish' }).click()
    await expect(row.getByRole('button', { name: 'Withdraw Answer' })).toBeVisible()
    await expect(notice).toHaveCount(0)
    await answer.fill('We send four.')
    await expect(notice).toHaveCount(0)
  })
})

/** Adds a review by a customer with a shipped order. */
async function addVerifiedReview(page: Page) {
  const customer = await signUpCustomer(page)
  const { request } = page
  const id = await placeOrder(page, customer, await findPartFromEnd(page, 25))
  await payOrder(page, customer, id)
  const headers = await getStaffHeaders()
  const shipped = await request.patch(`/shipped/${id}`, { headers })
  expect(await shipped.json()).toEqual({ modifiedCount: 1 })
  const comment = `True to size, all 480 of them. ${randomUUID()}`
  await postReview(page, customer, comment)
  return { comment }
}

async function postReview({ request }: Page, { headers }: Customer, comment: string) {
  await request.post('/reviews', { data: { comment, ratting: 4 }, headers })
}

interface PublicReview {
  _id: string
  comment: string
}

async function fetchPublicReviews({ request }: Page): Promise<PublicReview[]> {
  return (await request.get('/reviews')).json()
}

async function fetchPublicComments(page: Page): Promise<string[]> {
  return (await fetchPublicReviews(page)).map(({ comment }) => comment)
}
