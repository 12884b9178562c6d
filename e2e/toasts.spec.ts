import { expect, test } from './shop.ts'

test('a message stands at the top right for five seconds, and goes when its button is pressed', async ({
  page,
}) => {
  await page.goto('/#contact-us')
  const form = page.locator('#contact-us form')
  const toast = page
    .getByRole('alert')
    .filter({ hasText: 'We will contact you through your email' })
    .locator('xpath=ancestor-or-self::*[contains(@class, "Toastify__toast ")]')

  async function sendMessage() {
    await form.getByLabel('Name').fill('Ada')
    await form.getByLabel('Email').fill('ada@dealer.example')
    await form.getByLabel('Comment').fill('Do you sell spokes of 291 mm?')
    // The form takes a press for the second of a double click for a second after a message.
    await expect(async () => {
      await form.getByRole('button', { name: 'Submit' }).click()
      await expect(toast).toBeVisible({ timeout: 500 })
    }).toPass()
  }

  await sendMessage()
  const { x = 0, y = 0, width = 0 } = (await toast.boundingBox()) ?? {}
  const viewport = page.viewportSize() ?? { width: 0, height: 0 }
  expect(viewport.width - (x + width)).toBeLessThan(100)
  expect(y).toBeLessThan(150)

  // Its line is its clock: turned by hand, nothing depends on how fast the machine is.
  const clock = toast.getByRole('progressbar', { includeHidden: true })
  await clock.evaluate((line) => {
    const [run] = line.getAnimations()
    if (run?.effect?.getTiming().duration !== 5000) throw new Error('It does not run for 5000 ms.')
    run.pause()
    run.currentTime = 4900
  })
  await expect(toast).toBeVisible()
  await clock.evaluate((line) => line.getAnimations()[0]?.finish())
  await expect(toast).toHaveCount(0)

  await sendMessage()
  await toast.getByRole('button', { name: 'Close' }).click()
  await expect(toast).toHaveCount(0)
})
