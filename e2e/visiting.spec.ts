import { awake } from './awake.ts'
import { expect, test } from './shop.ts'

// A page that is not there answers 404, which the console says.
test.use({ expectedErrors: [/status of 404/] })

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  test('the home page shows six parts, what people say, and the way to all parts', async ({
    page,
  }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bicycle Parts')
    await expect(page.getByRole('heading', { name: 'Millions Trust Our Products' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Book Now' })).toHaveCount(6)
    await expect(page.getByRole('article')).toHaveCount(6)
    await page.getByRole('link', { name: /^All \d+ reviews$/ }).click()
    await expect(page.getByText('Mei L., Tainan')).toBeVisible()
    await page.getByRole('link', { name: 'From the newest review' }).click()
    await expect(page.getByRole('article')).toHaveCount(6)
    await page.getByRole('link', { name: 'Show All' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bicycle Parts')
  })

  test('all parts can be walked through by plain links', async ({ page }) => {
    await page.goto('/allParts')
    const seen = new Set<string>()
    for (let pages = 0; pages < 10; pages++) {
      const names = page.getByRole('main').getByRole('heading', { level: 2 })
      for (const name of await names.allInnerTexts()) seen.add(name)
      const more = page.getByRole('link', { name: 'More parts' })
      if ((await more.count()) === 0) break
      const here = page.url()
      await more.click()
      await expect(page).not.toHaveURL(here)
      await page.waitForLoadState()
    }
    expect(seen.size).toBeGreaterThanOrEqual(144)
  })

  test('a page that is not there says so, with a picture and a way on', async ({ page }) => {
    const answer = await page.goto('/no/such/page')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
    await expect(page.getByRole('img', { name: /chain/i })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
    await expect(page).toHaveURL('/')
  })
})

test('an address that names a place in no readable way leaves the page as it is', async ({
  page,
}) => {
  await page.goto('/')
  await awake(page)
  await page.evaluate(() => location.assign('#%zz'))
  await page.getByRole('link', { name: 'Show All' }).click()
  await expect(page).toHaveURL('/allParts')
})

test('every picture of a part and of the house is really drawn', async ({ page }) => {
  for (const path of ['/', '/allParts', '/login', '/no/such/page']) {
    await page.goto(path)
    // Those further down are drawn when they come near, and more of them come as one gets there.
    const missing = () =>
      page.locator('img:visible').evaluateAll((images) => {
        const undrawn = (images as HTMLImageElement[]).filter(
          (image) => !image.complete || image.naturalWidth === 0,
        )
        undrawn[0]?.scrollIntoView()
        return undrawn.map((image) => image.src)
      })
    await expect.poll(missing, { message: path, intervals: [100] }).toEqual([])
  }
})

test('the contact form says what is missing, then confirms and is cleared', async ({ page }) => {
  await page.goto('/#contact-us')
  const form = page.locator('#contact-us form')
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(form.getByText('Name required')).toBeVisible()
  await expect(form.getByText('Email required')).toBeVisible()
  await expect(form.getByText('Please Comment')).toBeVisible()
  await form.getByLabel('Name').fill('Ada')
  await form.getByLabel('Email').fill('workshop@')
  await form.getByLabel('Comment').fill('Do you sell spokes of 291 mm?')
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(form.getByText('Provide a valid email')).toBeVisible()
  await form.getByLabel('Email').fill('ada@dealer.example')
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('We will contact you through your email')).toBeVisible()
  await expect(form.getByLabel('Comment')).toHaveValue('')
})

test('on a small screen the menu opens, leads on and closes', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 })
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Blogs' }).first()).not.toBeInViewport()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blogs' }).click()
  await expect(page).toHaveURL('/blogs')
  await expect(page.getByText('No blogs posted yet')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).not.toBeVisible()
})
