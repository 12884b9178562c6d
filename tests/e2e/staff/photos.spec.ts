import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible, tabTo } from '../support/accessibility.ts'
import { holdRequests, loseResponse, matchPath } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'
import { getStaffHeaders, signInAsStaff } from '../support/users-and-orders.ts'

/** Time for a busy machine to process a photo: the page itself waits 120 s. */
const PHOTO_TIMEOUT = { timeout: 120_000 }

const PHOTO = /^\/photos\/[0-9a-f-]{36}\/\d+\.webp$/

test.describe('photos of a product', () => {
  test.use({
    expectedErrors: [/status of (404|409|415|422)|Failed to load|Another user|Not now|be reached/],
  })

  test('refuses unreadable files, cancels an upload, and shows the photo wherever the product is shown', async ({
    page,
  }) => {
    await openAsStaff(page, '/dashboard/addProduct')
    const url = page.getByLabel('Image URL')
    await page.getByLabel('Minimum Order Quantity').fill('50')
    await page.getByLabel('Available Quantity').fill('49')
    const blockedUrl = '/drawings/FH-10110-7.svg?blocked'
    await page.route('**/*?blocked', (route) => route.abort())
    await url.fill(blockedUrl)
    await expect(page.getByText(/will be shown as out of stock/)).toBeVisible()
    await expect(page.getByText('This image could not be loaded. Check its URL.')).toBeVisible()
    for (const label of ['Available Quantity', 'Image URL']) {
      await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'false')
    }
    await page.getByLabel('Available Quantity').fill('50')
    await expect(page.getByText(/will be shown as out of stock/)).toHaveCount(0)

    await page.unroute('**/*?blocked')
    await url.fill('')
    await url.fill(blockedUrl)
    await expect(getPreview(page)).toHaveAttribute('src', blockedUrl)
    await url.fill('/drawings/FH-10110-7.svg')
    const files = page.locator('input[type=file]')
    const photoError = page.locator('.photo-choice').getByRole('alert')
    await files.setInputFiles({
      name: 'bell.gif',
      mimeType: 'image/gif',
      buffer: await createGif(),
    })
    await expect(photoError).toContainText('not a JPEG, PNG, WebP or AVIF')
    const truncated = (await createPhoto()).subarray(0, 400)
    await files.setInputFiles({ name: 'bell.jpg', mimeType: 'image/jpeg', buffer: truncated })
    await expect(photoError).toContainText('cannot be read')
    await insertFile(page, 'drop', await createPhoto(), 2)
    await expect(photoError).toHaveText('Choose one file only.')
    await expect(url).toHaveValue('/drawings/FH-10110-7.svg')

    const release = await holdRequests(page, '/api/photos')
    await files.setInputFiles({
      name: 'a.jpg',
      mimeType: 'image/jpeg',
      buffer: await createPhoto(),
    })
    await expect(photoError).toHaveCount(0)
    await page.getByRole('button', { name: 'Stop Upload' }).click()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    release()
    await expect(url).toHaveValue('/drawings/FH-10110-7.svg')
    await page.unroute(matchPath('/api/photos'))

    const name = `Trial bell ${randomUUID()}`
    await url.fill('')
    const chooser = page.waitForEvent('filechooser')
    const choose = page.getByRole('button', { name: 'Choose an Image' })
    await choose.focus()
    await page.keyboard.press('Enter')
    const releaseUpload = await holdRequests(page, '/api/photos')
    await (await chooser).setFiles({
      name: 'bell.jpg',
      mimeType: 'image/jpeg',
      buffer: await createPhoto(),
    })
    await expect(page.getByRole('progressbar')).toBeVisible()
    await expectImageLoaded(getPreview(page))
    await expect(page.getByLabel('Image URL')).toHaveValue('')
    releaseUpload()
    await expect(page.getByLabel('Image URL')).toHaveValue(PHOTO, PHOTO_TIMEOUT)
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await expect(getPreview(page)).toHaveAttribute('src', PHOTO)
    await expectImageLoaded(getPreview(page))

    await page.getByLabel('Product Name').fill(name)
    await page.getByLabel('Per Unit Price').fill('4.20')
    await page.getByLabel('Minimum Order Quantity').fill('10')
    await page.getByLabel('Available Quantity').fill('50')
    await page.getByLabel('Description').fill('Rings, for trials.')
    const add = page.getByRole('button', { name: 'Add Product' })
    await test.step('the product waits for the upload', async () => {
      const releaseSecond = await holdRequests(page, '/api/photos')
      await insertFile(page, 'drop', await createPhoto(320))
      await add.click()
      const refusal = page.getByText('The image is still uploading. Try again in a moment.')
      await expect(refusal).toBeVisible()
      releaseSecond()
      await expect(url).toHaveValue(/\/320\.webp$/, PHOTO_TIMEOUT)
      await expect(refusal).toHaveCount(0)
    })

    const added = page.waitForResponse(
      (response) => matchPath('/parts')(new URL(response.url())) && response.status() === 201,
    )
    const releaseProduct = await holdRequests(page, '/parts')
    const releaseUnused = await holdRequests(page, '/api/photos')
    await add.click()
    await insertFile(page, 'drop', await createPhoto())
    await expect(page.getByRole('progressbar')).toBeVisible()
    releaseProduct()
    await expectToast(page, 'Product Added successfully')
    await expect(page.getByLabel('Product Name')).toBeFocused()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    releaseUnused()
    const product = await readAddedProduct(await added)

    await page.goto(`/allParts/${product.id}`)
    const picture = page.locator('.frame img')
    await expect(picture).toHaveAttribute('alt', name)
    await expectImageLoaded(picture)
    expect(await readSource(picture)).toMatch(/\/photos\/.*\.avif$/)
    expect(await page.locator('meta[property="og:image"]').getAttribute('content')).toMatch(
      /\/photos\/.*\.jpeg$/,
    )
    await page.goto(`/dashboard/manageProducts?search=${encodeURIComponent(name)}`)
    const thumbnail = page.getByRole('row').filter({ hasText: name }).locator('img')
    await expectImageLoaded(thumbnail)
    expect(await readSource(thumbnail)).toMatch(/\/160\.avif$/)
    await product.remove()
  })

  test('lets staff edit a product, and reload it after another user’s change', async ({ page }) => {
    const name = `Trial horn ${randomUUID()}`
    const product = await addProduct(page, name)
    await openAsStaff(page, `/dashboard/editProduct/${randomUUID()}`)
    await expect(page.getByText('We can’t find this product.')).toBeVisible()
    await page.goto(`/dashboard/manageProducts?search=${encodeURIComponent(name)}`)
    const edit = page
      .getByRole('row')
      .filter({ hasText: name })
      .getByRole('link', { name, exact: true })
    const save = page.getByRole('button', { name: 'Save Product' })
    const releaseFamilies = await holdRequests(page, '/api/families')
    await edit.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Edit ${name}`)
    await page.reload()
    await expect(page.getByRole('link', { name: 'View in Shop' })).toHaveAttribute(
      'href',
      new RegExp(`/${product.id}$`),
    )
    await expect(page.getByLabel('Product Name')).toHaveValue(name)
    await expect(page.getByLabel('Available Quantity')).toHaveCount(0)
    const family = page.getByLabel('Family', { exact: true })
    await expect(family).toHaveValue('chains')
    await expect(family.getByRole('option', { name: 'Chains', exact: true })).toHaveCount(0)
    await family.focus()
    await family.blur()
    await family.focus()
    releaseFamilies()
    await expect(family.getByRole('option', { name: 'Chains' })).toBeAttached()
    await expect(family).toHaveValue('chains')
    await expect(family).toBeFocused()
    await expectAccessible(page)
    await test.step('phones show the whole name and the focused description', async () => {
      const viewport = page.viewportSize()
      await page.setViewportSize({ width: 375, height: 800 })
      const readHidden = (field: HTMLElement) => [
        field.scrollWidth - field.clientWidth,
        field.scrollHeight - field.clientHeight,
      ]
      await expect.poll(() => page.getByLabel('Product Name').evaluate(readHidden)).toEqual([0, 0])
      const description = page.getByLabel('Description')
      const buttons = page.locator('.product-actions')
      const readTop = (part: Locator) => part.evaluate((it) => it.getBoundingClientRect().top)
      for (const size of [
        { width: 375, height: 667 },
        { width: 320, height: 568 },
      ]) {
        await page.setViewportSize(size)
        await page.getByLabel('Product Name').focus()
        await tabTo(page, description)
        const [fieldTop, barTop] = await Promise.all([readTop(description), readTop(buttons)])
        expect(barTop - fieldTop, 'the first line is above the sticky buttons').toBeGreaterThan(40)
      }
      if (viewport) await page.setViewportSize(viewport)
    })

    await save.dblclick()
    await expect(page).toHaveURL(/\/dashboard\/manageProducts\?search=/)
    await edit.click()
    await page.getByLabel('Per Unit Price').fill('9')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard' }).dblclick()
    await expect(page).toHaveURL(/\/dashboard\/manageProducts\?search=/)
    await edit.click()

    await expect(page.getByLabel('Per Unit Price')).toHaveValue('4.20')
    await product.change({ price: 7, description: 'By another user.' })
    await page.getByLabel('Per Unit Price').fill('6')
    await save.click()
    await expect(page.getByText(/^Another user has changed this/)).toBeVisible()
    await expect(page.getByText('Reload, then save again. Your edits stay.')).toBeVisible()
    await expect(page.getByLabel('Per Unit Price')).toHaveValue('6')
    const fits = matchPath(`/api/parts/${product.id}/fits`)
    await page.route(fits, (route) => route.fulfill({ status: 409, json: { title: 'Not now.' } }))
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByText('Not now.')).toBeVisible()
    await expect(page.getByLabel('Per Unit Price')).toHaveValue('6')
    await page.unroute(fits)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(
      page.getByText('Saving replaces another user’s changes: Price from $4.20 to $7.00.'),
    ).toBeVisible()
    await expect(page.getByLabel('Per Unit Price')).toHaveValue('6')
    await expect(page.getByLabel('Description')).toHaveValue('By another user.')
    await save.click()
    await expectToast(page, 'Product changed successfully')
    await edit.click()

    await page.getByLabel('Per Unit Price').fill('8')
    await product.change({ price: 7, description: 'Once more.' })
    await page.reload()
    await expect(
      page.getByText('Saving replaces another user’s changes: Price from $6.00 to $7.00.'),
    ).toBeVisible()
    await expect(page.getByLabel('Per Unit Price')).toHaveValue('8')
    await expect(page.getByLabel('Description')).toHaveValue('Once more.')
    const releaseDiscarded = await holdRequests(page, '/api/photos')
    await insertFile(page, 'drop', await createPhoto())
    await expect(page.getByRole('progressbar')).toBeVisible()
    await page.getByRole('button', { name: 'Discard Edits' }).click()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    releaseDiscarded()
    await expect(page.getByLabel('Product Name')).toBeFocused()
    await expect(page.getByLabel('Per Unit Price')).toHaveValue('7.00')

    await test.step('an edit that is saved after the user has left does not come back', async () => {
      await page.getByLabel('Per Unit Price').fill('7.50')
      const release = await holdRequests(page, `/api/parts/${product.id}`)
      await save.click()
      await page.goBack()
      release()
      await expect(page.getByRole('row').filter({ hasText: name })).toContainText('$7.50')
      await edit.click()
      await expect(page.getByLabel('Per Unit Price')).toHaveValue('7.50')
      await expect(page.getByText('No changes')).toBeVisible()
    })

    await page.getByRole('button', { name: 'Remove Image' }).click()
    await save.click()
    await expect(page.getByLabel('Image URL')).toBeFocused()
    await insertFile(page, 'drop', await createPhoto())
    await expect(page.getByLabel('Image URL')).toHaveValue(PHOTO, PHOTO_TIMEOUT)
    await insertFile(page, 'paste', await createPhoto(320))
    await expect(page.getByLabel('Image URL')).toHaveValue(/\/320\.webp$/, PHOTO_TIMEOUT)
    await page.getByLabel('Product Name').fill(`${name}, loud`)
    await page.getByLabel('Weight').fill('77')
    await page.getByLabel('Per Unit Price').fill('5.25')
    await loseResponse(page, 'PATCH', `/api/parts/${product.id}`)
    await page.getByLabel('Per Unit Price').press('Enter')
    await expect(page.getByText('The shop cannot be reached.')).toBeVisible()
    await expect(save).toBeFocused()
    const releaseSave = await holdRequests(page, `/api/parts/${product.id}`)
    const releasePhotos = await holdRequests(page, '/api/photos')
    await page.keyboard.press('Enter')
    await expect(page.locator('.product-sections')).toHaveAttribute('inert')
    for (const method of ['drop', 'paste'] as const)
      await insertFile(page, method, await createPhoto())
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    releasePhotos()
    releaseSave()
    await expectToast(page, 'Product changed successfully')
    await expect(page).toHaveURL(/\/dashboard\/manageProducts\?search=/)
    const row = page.getByRole('row').filter({ hasText: `${name}, loud` })
    await expect(row).toContainText('$5.25')
    await expectImageLoaded(row.locator('img'))

    await test.step('after another user has deleted the product, the form stays and says so', async () => {
      await row.getByRole('link', { name: `${name}, loud` }).click()
      await page.getByLabel('Per Unit Price').fill('6')
      await product.remove()
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
      await expect(
        page.getByText(
          'This product was archived or deleted. If it was archived, restore it in Manage Products, then save.',
        ),
      ).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Edit ${name}, loud`)
      await expect(page).toHaveTitle(/^Edit /)
      await expect(page.getByLabel('Per Unit Price')).toHaveValue('6')
      await page.reload()
      await expect(page.getByText('We can’t find this product.')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Product Not Found')
    })
  })
})

async function openAsStaff(page: Page, path: string) {
  await signInAsStaff(page)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Adds a product without the UI. The caller removes it. */
async function addProduct(page: Page, name: string) {
  const headers = await getStaffHeaders()
  const data = {
    name,
    price: 4.2,
    minimumOrder: 10,
    availableQuantity: 50,
    description: 'For trials.',
    img: '/drawings/FH-10110-7.svg',
    familySlug: 'chains',
  }
  const response = await page.request.post('/parts', { data, headers })
  return createProductHandle(page, (await response.json()).insertedId, headers)
}

async function readAddedProduct(response: Awaited<ReturnType<Page['waitForResponse']>>) {
  const { insertedId } = await response.json()
  const page = response.frame().page()
  return createProductHandle(page, insertedId, await getStaffHeaders())
}

function createProductHandle({ request }: Page, id: string, headers: { authorization: string }) {
  return {
    id,
    change: async (data: object) => {
      const response = await request.patch(`/api/parts/${id}`, { data, headers })
      expect(response.ok()).toBe(true)
    },
    remove: () => request.delete(`/part/${id}`, { headers }),
  }
}

const getPreview = (page: Page) => page.getByRole('region', { name: 'Preview' }).locator('img')

/** Creates a small JPEG, which is fast to process. */
function createPhoto(width = 360) {
  return sharp({ create: { width, height: 240, channels: 3, background: '#b33' } })
    .jpeg()
    .toBuffer()
}

function createGif() {
  return sharp({ create: { width: 200, height: 200, channels: 3, background: '#b33' } })
    .gif()
    .toBuffer()
}

/** Drops a file onto the form, or pastes it, once or several times. */
async function insertFile(page: Page, method: 'drop' | 'paste', file: Buffer, count = 1) {
  await page.getByLabel('Description').evaluate(
    (field, { method, base64, count }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const data = new DataTransfer()
      for (let number = 1; number <= count; number++)
        data.items.add(new File([bytes], `${number}.jpg`, { type: 'image/jpeg' }))
      const eventInit = { bubbles: true, cancelable: true }
      field.dispatchEvent(
        method === 'drop'
          ? new DragEvent('drop', { ...eventInit, dataTransfer: data })
          : new ClipboardEvent('paste', { ...eventInit, clipboardData: data }),
      )
    },
    { method, base64: file.toString('base64'), count },
  )
}

async function expectImageLoaded(image: Locator) {
  await image.scrollIntoViewIfNeeded()
  await expect
    .poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))
    .toBe(true)
}

const readSource = (image: Locator) => image.evaluate((img: HTMLImageElement) => img.currentSrc)
