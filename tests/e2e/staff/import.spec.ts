import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { doubleClick, holdRequests, matchPath } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import { signInAsStaff, waitForHydration } from '../support/users-and-orders.ts'

test.use({ expectedErrors: [/status of 400|^CallError/] })

/** The shop reads one list at a time, so these tests do not run in parallel. */
test.describe.configure({ mode: 'default' })

const HEADINGS = 'sku,name,description,img,price,minimumOrder,availableQuantity'

test('explains why a file is not a product list, and cancels an import', async ({ page }) => {
  await signInAsStaff(page)
  await page.goto('/dashboard/importProducts/nothing')
  await waitForHydration(page)
  await expect(page.getByText('We can’t find this import.')).toBeVisible()
  await page.getByRole('link', { name: 'All imports' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import Products' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose a File' })).toBeVisible()
  await expect(page.getByText('competitorNumbers')).toBeHidden()
  await page.getByText('Columns and examples').click()
  await expect(page.getByText('competitorNumbers')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'template' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toMatch(/^sku,name,.*,offers$/)
  await expectAccessible(page)
  await dropFile(page, 'colours.csv', 'sku,colour\n1,red')
  await expect(page.getByRole('heading', { name: 'This file could not be read' })).toBeVisible()
  await expect(page.getByText('Unknown headings: colour. Valid headings: id, sku')).toBeVisible()
  await page.getByRole('link', { name: 'Choose Another File' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'colours.csv' }).first()).toContainText(
    'Could not be read',
  )
  await dropFile(page, 'winter.csv', [HEADINGS, formatRow('WINTER', 1, '2.50')].join('\n'))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Cancelled. Nothing was imported' })).toBeVisible()
})

test('staff drop a product list, preview its rows and import it', async ({ page }) => {
  const headers = await signInAsStaff(page)
  const trial = randomUUID().slice(0, 8).toUpperCase()
  const list = (...rows: string[]) => [HEADINGS, ...rows].join('\n')

  await test.step('skips an invalid row', async () => {
    await page.goto('/dashboard/importProducts')
    await waitForHydration(page)
    await dropFile(
      page,
      'spring.csv',
      list(
        formatRow(trial, 1, '2.68'),
        formatRow(trial, 2, '=1+1', '"\'=cmd|calc"'),
        formatRow(trial, 3, '2.68'),
      ),
    )
    await expect(page.getByRole('heading', { name: '2 products to import' })).toBeFocused()
    await expect(page.getByRole('row').nth(1)).toContainText(
      'price $2.68minimumOrder 10 piecesavailableQuantity 500 pieces',
    )
    await expect(page.getByText('1 row has errors and will be skipped.')).toBeVisible()
    const downloaded = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download Invalid Rows' }).click()
    const invalidRows = await readFile(await (await downloaded).path(), 'utf8')
    expect(invalidRows.trimEnd().split('\r\n').slice(1)).toEqual([
      expect.stringMatching(`^"?Row 3\\. price: .*TR-${trial}-2`),
    ])
    await page.getByRole('link', { name: 'Invalid 1' }).press('Enter')
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(page.getByRole('row').nth(1)).toContainText('price: Enter the price as 4.50.')
    await doubleClick(
      page.getByRole('button', { name: 'Import 2 Products' }),
      /\/api\/imports\/[^/]+\/application$/,
    )
    await expect(page.getByRole('heading', { name: '2 products imported' })).toBeFocused()
    await page.getByRole('link', { name: 'All rows 3' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Imported' })).toHaveCount(2)
  })

  await test.step('another list changes a price and keeps the stock', async () => {
    await page.getByRole('link', { name: 'All imports' }).click()
    const choose = page.getByRole('button', { name: 'Choose a File' })
    const file = {
      name: 'may.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        list(formatRow(trial, 1, '3.00', undefined, 450), formatRow(trial, 3, '2.68')),
      ),
    }
    const chooseFile = async () => {
      const chosen = page.waitForEvent('filechooser')
      await choose.press('Enter')
      await (await chosen).setFiles(file)
    }
    await test.step('the focus stays at the file while an upload starts and is stopped', async () => {
      const release = await holdRequests(page, '/api/imports')
      await chooseFile()
      const stop = page.getByRole('button', { name: 'Stop Upload' })
      await expect(stop).toBeVisible()
      await expect(choose).toBeFocused()
      await stop.press('Enter')
      await expect(choose).toBeFocused()
      release()
      await page.unroute(matchPath('/api/imports'))
    })
    await chooseFile()
    await expect(page.getByRole('heading', { name: '1 product to import' })).toBeVisible()
    await expect(page.getByText('The stock of 1 product will change.')).toBeVisible()
    await page.getByRole('link', { name: 'All imports' }).click()
    const pending = page.getByRole('region', { name: 'Waiting for approval' })
    await expect(pending.getByRole('listitem').first()).toContainText(
      'may.csv: 1 product to import',
    )
    await pending.getByRole('link', { name: 'Review may.csv' }).first().click()
    const keepStock = page.getByRole('checkbox', { name: 'Keep the current stock' })
    await test.step('another import opens with its own choice', async () => {
      await page.getByRole('link', { name: 'All imports' }).click()
      await dropFile(page, 'june.csv', list(formatRow(trial, 1, '3.00', undefined, 460)))
      await keepStock.check()
      await page.evaluate(() => history.go(-2))
      await expect(page.getByText('may.csv')).toBeVisible()
      await expect(keepStock).not.toBeChecked()
    })
    await keepStock.check()
    const changed = page.getByRole('row').filter({ hasText: `TR-${trial}-1` })
    await expect(changed).toContainText('price $2.68 → $3.00')
    await expectAccessible(page)
    await expect(page.getByText('The stock of 1 product will not change.')).toBeVisible()
    await expect(page.getByText('Orders placed after the export')).toBeHidden()
    await page.getByRole('button', { name: 'Import Without Stock' }).click()
    await expect(page.getByRole('heading', { name: '1 product imported' })).toBeVisible()
  })

  await test.step('exports the products', async () => {
    await page.goto(`/dashboard/manageProducts?search=TR-${trial}`)
    await expect(page.getByRole('row')).toHaveCount(3)
    await expect(page.getByRole('row').filter({ hasText: `Trial ${trial} 1` })).toContainText(
      '$3.00',
    )
    const downloaded = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = await downloaded
    expect(file.suggestedFilename()).toMatch(/^freehub-products-\d{4}-\d\d-\d\d\.csv$/)
    const text = await readFile(await file.path(), 'utf8')
    expect(text).toContain(',3.00,10,500,')
    expect(text.trimEnd().split('\r\n')).toHaveLength(3)
    expect(text).toContain(`,TR-${trial}-1,Trial ${trial} 1,For trials.,`)
    for (const line of text.split('\r\n').slice(1, 3)) {
      await page.request.delete(`/part/${line.slice(0, 36)}`, { headers })
    }
  })
})

test('lists and counts imports that wait for approval only above the earlier imports', async ({
  page,
}) => {
  await signInAsStaff(page)
  const createImport = (n: number) => ({
    _id: randomUUID(),
    fileName: `list-${n}.csv`,
    by: 'Freehub Staff',
    state: n < 2 ? 'read' : 'cancelled',
    refusal: null,
    counts: { add: 1, change: 0, same: 0, wrong: 0 },
    restocked: 0,
    applied: 0,
    failed: 0,
    createdAt: new Date().toISOString(),
    appliedAt: null,
  })
  const imports = Array.from({ length: 20 }, (_, n) => createImport(n))
  const nextPage = { 'X-Total-Count': '45', Link: '</api/imports?size=20&after=1>; rel="next"' }
  await page.route(/\/api\/imports\?/, (route) =>
    route.request().url().includes('from=')
      ? route.fulfill({ json: imports.slice(0, 2) })
      : route.fulfill({ json: imports, headers: nextPage }),
  )
  await page.goto('/dashboard/importProducts')
  const pending = page.getByRole('region', { name: 'Waiting for approval' })
  await expect(pending.getByRole('listitem')).toHaveCount(2)
  const earlier = page.getByRole('region', { name: 'Earlier imports' })
  await expect(earlier.getByText('18 of 43', { exact: true })).toBeVisible()
  await earlier.getByRole('combobox').selectOption('Last 30 days')
  await expect(earlier.getByRole('row')).toHaveCount(0)
  await expect(earlier.getByText('No imports in this period.')).toHaveCount(0)
})

/** Formats a row of a product list. */
function formatRow(
  trial: string,
  n: number,
  price: string,
  name = `Trial ${trial} ${n}`,
  stock = 500,
) {
  return `TR-${trial}-${n},${name},For trials.,/drawings/FH-10110-7.svg,${price},10,${stock}`
}

async function dropFile(page: Page, name: string, text: string) {
  const data = await page.evaluateHandle(
    ([name, text]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], name, { type: 'text/csv' }))
      return transfer
    },
    [name, text] as const,
  )
  await page.locator('.file-drop').dispatchEvent('drop', { dataTransfer: data })
}
