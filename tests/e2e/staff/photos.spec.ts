import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from '../support/accessible.ts'
import { hold, isPath } from '../support/hold.ts'
import { enterAsStaff, expect, staffHeaders, test } from '../support/shop.ts'

/** So long a busy machine may take to make a photo's files. */
const MAKING = { timeout: 30_000 }

const PHOTO = /^\/photos\/[0-9a-f-]{36}\/\d+\.webp$/

test.describe('what the shop does not take', () => {
  test.use({ expectedErrors: [/status of (404|409|415|422)|Failed to load|Somebody else/] })

  test('a file that is no photo is refused in words; a product is added with a photo, which dealers see wherever they see the product', async ({
    page,
  }) => {
    await openAsStaff(page, '/dashboard/addProduct')
    const url = page.getByLabel('Image URL')
    await page.getByLabel('Minimum Order Quantity').fill('50')
    await page.getByLabel('Available Quantity').fill('49')
    await page.route('**/*?not-to-be-had', (route) => route.abort())
    await url.fill('/drawings/FH-10110-7.svg?not-to-be-had')
    await expect(page.getByText(/out of stock from the start/)).toBeVisible()
    await expect(page.getByText('This picture cannot be loaded. Check its address.')).toBeVisible()
    for (const label of ['Available Quantity', 'Image URL']) {
      await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'false')
    }
    await page.getByLabel('Available Quantity').fill('50')
    await expect(page.getByText(/out of stock from the start/)).toHaveCount(0)

    await url.fill('/drawings/FH-10110-7.svg')
    const files = page.locator('input[type=file]')
    const refused = page.locator('.photo-choice').getByRole('alert')
    await files.setInputFiles({ name: 'bell.gif', mimeType: 'image/gif', buffer: await gif() })
    await expect(refused).toContainText('no JPEG, PNG, WebP or AVIF')
    const half = (await photo()).subarray(0, 400)
    await files.setInputFiles({ name: 'bell.jpg', mimeType: 'image/jpeg', buffer: half })
    await expect(refused).toContainText('cannot be read')
    await expect(url).toHaveValue('/drawings/FH-10110-7.svg')

    const answer = await hold(page, '/api/photos')
    await files.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await photo() })
    await expect(refused).toHaveCount(0)
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    answer()
    await expect(url).toHaveValue('/drawings/FH-10110-7.svg')
    await page.unroute(isPath('/api/photos'))

    const name = `Trial bell ${randomUUID()}`
    await url.fill('')
    const chooser = page.waitForEvent('filechooser')
    const choose = page.getByRole('button', { name: 'Choose a photo' })
    await choose.focus()
    await page.keyboard.press('Enter')
    const sent = await hold(page, '/api/photos')
    await (await chooser).setFiles({
      name: 'bell.jpg',
      mimeType: 'image/jpeg',
      buffer: await photo(),
    })
    await expect(page.getByRole('progressbar')).toBeVisible()
    await expectSeen(preview(page))
    await expect(page.getByLabel('Image URL')).toHaveValue('')
    sent()
    await expect(page.getByLabel('Image URL')).toHaveValue(PHOTO, MAKING)
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await expect(preview(page)).toHaveAttribute('src', PHOTO)
    await expectSeen(preview(page))

    await page.getByLabel('Product Name').fill(name)
    await page.getByLabel('Per Unit Price').fill('4.20')
    await page.getByLabel('Minimum Order Quantity').fill('10')
    await page.getByLabel('Available Quantity').fill('50')
    await page.getByLabel('Description').fill('Rings, for trials.')
    const added = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: 'Add Product' }).click()
    await expect(page.getByText('Product Added successfully')).toBeVisible()
    await expect(page.getByLabel('Product Name')).toBeFocused()
    const product = await whatWasAdded(await added)

    await page.goto(`/allParts/${product.id}`)
    const shown = page.locator('.frame img')
    await expect(shown).toHaveAttribute('alt', name)
    await expectSeen(shown)
    expect(await sourceOf(shown)).toMatch(/\/photos\/.*\.avif$/)
    expect(await page.locator('meta[property="og:image"]').getAttribute('content')).toMatch(
      /\/photos\/.*\.jpeg$/,
    )
    await page.goto(`/dashboard/manageProducts?search=${encodeURIComponent(name)}`)
    const small = page.getByRole('row').filter({ hasText: name }).locator('img')
    await expectSeen(small)
    expect(await sourceOf(small)).toMatch(/\/160\.avif$/)
    await product.remove()
  })

  test('a product on sale is edited: its words, its price and its picture; another user’s change is shown for review', async ({
    page,
  }) => {
    const name = `Trial horn ${randomUUID()}`
    const product = await addProduct(page, name)
    await openAsStaff(page, `/dashboard/editProduct/${randomUUID()}`)
    await expect(page.getByText('There is no such product')).toBeVisible()
    await page.goto(`/dashboard/manageProducts?search=${encodeURIComponent(name)}`)
    const edit = page.getByRole('row').filter({ hasText: name }).getByRole('link', { name: 'Edit' })
    await edit.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Product')
    await expect(page.getByLabel('Product Name')).toHaveValue(name)
    await expect(page.getByLabel('Available Quantity')).toHaveCount(0)
    await expectAccessible(page)

    await expect(page.getByLabel('Per Unit Price')).toHaveValue('4.2')
    await product.change({ price: 7 })
    await page.getByLabel('Per Unit Price').fill('6')
    await page.getByRole('button', { name: 'Save Product' }).click()
    await expect(page.getByText(/Somebody else has changed this/)).toBeVisible()
    await page.getByRole('button', { name: 'Look at it anew' }).click()
    await expect(page.getByLabel('Per Unit Price')).toHaveValue('7')

    await page.getByRole('button', { name: 'Remove picture' }).click()
    await page.getByRole('button', { name: 'Save Product' }).click()
    await expect(page.getByLabel('Image URL')).toBeFocused()
    await give(page, 'drop', await photo())
    await expect(page.getByLabel('Image URL')).toHaveValue(PHOTO, MAKING)
    await give(page, 'paste', await photo(320))
    await expect(page.getByLabel('Image URL')).toHaveValue(/\/320\.webp$/, MAKING)
    await page.getByLabel('Product Name').fill(`${name}, loud`)
    await page.getByLabel('Per Unit Price').fill('5.25')
    await page.getByRole('button', { name: 'Save Product' }).click()
    await expect(page.getByText('Product changed successfully')).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard\/manageProducts\?search=/)
    const row = page.getByRole('row').filter({ hasText: `${name}, loud` })
    await expect(row).toContainText('$5.25')
    await expectSeen(row.locator('img'))
    await product.remove()
  })
})

async function openAsStaff(page: Page, path: string) {
  await enterAsStaff(page)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** A product on sale, without the screens; it is taken away again at the end. */
async function addProduct(page: Page, name: string) {
  const headers = await staffHeaders()
  const data = {
    name,
    price: 4.2,
    minimumOrder: 10,
    availableQuantity: 50,
    description: 'For trials.',
    img: '/drawings/FH-10110-7.svg',
  }
  const answer = await page.request.post('/parts', { data, headers })
  return productOf(page, (await answer.json()).insertedId, headers)
}

async function whatWasAdded(answer: Awaited<ReturnType<Page['waitForResponse']>>) {
  const { insertedId } = await answer.json()
  const page = answer.frame().page()
  return productOf(page, insertedId, await staffHeaders())
}

function productOf({ request }: Page, id: string, headers: { authorization: string }) {
  return {
    id,
    change: async (data: object) => {
      const answer = await request.patch(`/api/parts/${id}`, { data, headers })
      expect(answer.ok()).toBe(true)
    },
    remove: () => request.delete(`/part/${id}`, { headers }),
  }
}

const preview = (page: Page) => page.getByRole('region', { name: 'Preview' }).locator('img')

/** A small photo: what takes long is not what is tried here. */
function photo(width = 360) {
  return sharp({ create: { width, height: 240, channels: 3, background: '#b33' } })
    .jpeg()
    .toBuffer()
}

function gif() {
  return sharp({ create: { width: 200, height: 200, channels: 3, background: '#b33' } })
    .gif()
    .toBuffer()
}

/** Drops a file onto the form, or pastes it. */
async function give(page: Page, how: 'drop' | 'paste', file: Buffer) {
  await page.getByLabel('Description').evaluate(
    (field, { how, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const data = new DataTransfer()
      data.items.add(new File([bytes], 'bell.jpg', { type: 'image/jpeg' }))
      const about = { bubbles: true, cancelable: true }
      field.dispatchEvent(
        how === 'drop'
          ? new DragEvent('drop', { ...about, dataTransfer: data })
          : new ClipboardEvent('paste', { ...about, clipboardData: data }),
      )
    },
    { how, base64: file.toString('base64') },
  )
}

async function expectSeen(image: Locator) {
  await image.scrollIntoViewIfNeeded()
  await expect
    .poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))
    .toBe(true)
}

const sourceOf = (image: Locator) => image.evaluate((img: HTMLImageElement) => img.currentSrc)
