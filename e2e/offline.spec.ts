import { arrive, expect, test } from './shop.ts'

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|dynamically imported module|CallError/] })

test('without a connection a screen says that the shop cannot be reached, and comes with the connection', async ({
  page,
  context,
}) => {
  await arrive(page)
  await page.goto('/blogs')
  const dashboard = page.getByRole('link', { name: 'Dashboard' })
  await expect(dashboard).toBeVisible()
  await context.setOffline(true)
  await dashboard.click()
  const sentence = page.getByText(
    'The shop cannot be reached. Check your connection, then try again.',
  )
  await expect(sentence).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(sentence).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible()
})
