import type { Locator, Page } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
import { expectAccessible, tabTo } from '../support/accessibility.ts'
import { holdRequests, matchPath } from '../support/intercept-requests.ts'
import { expect, test } from '../support/test.ts'
import {
  findPartsFromEnd,
  getQuantity,
  type Part,
  signUpCustomer,
} from '../support/users-and-orders.ts'

// The console reports refused changes.
test.use({
  expectedErrors: [/status of 409|You already use this number|ERR_FAILED|cannot be reached/],
})

test('a list or an XLSX file becomes rows and a cart, also at 320 pixels, and rows without a part stay on the pad', async ({
  page,
}) => {
  const [chain, hub] = await findNumberedParts(page)
  await openPad(page)

  await test.step('an XLSX file becomes rows, and its other sheets can be read', async () => {
    await chooseFile(page, 'list.xlsx', createWorkbook(chain))
    await expect(
      page.getByText('The sheet “Cover” was read. Not read: “Order”, “Notes”.', { exact: true }),
    ).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Read “Order”' }).click()
    await expect(getQuantity(page, chain)).toHaveValue(String(chain.minimumOrder))
    await expect(getField(page)).toBeFocused()
    await expect(
      page.getByText('The sheet “Order” was read. Not read: “Notes”.', { exact: true }),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(getRows(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(getRows(page)).toHaveCount(0)
    await expect(getField(page)).toBeFocused()
  })

  await test.step('alternatives of all unknown rows are found together, and one is taken', async () => {
    await paste(page, `XY-99998\t${chain.name}\t500\nXY-99999\tno such thing\t10`)
    await page.getByRole('button', { name: 'Find Alternatives for 2 Rows' }).click()
    await expect(getRows(page).first()).toBeFocused()
    await expect(getStatus(page)).toHaveText('Alternatives found for 1 row.')
    await expect(page.getByText('No similar part was found.')).toBeVisible()
    await page
      .getByRole('list', { name: 'Parts for XY-99998' })
      .getByRole('button', { name: chain.name })
      .click()
    await expect(getQuantity(page, chain)).toHaveValue('500')
    await expect(getQuantity(page, chain)).toBeFocused()
    await page.getByRole('button', { name: 'Clear the Pad' }).click()
  })

  await paste(
    page,
    [
      'Artikel\tMenge\tBezeichnung',
      `${chain.sku}\t${chain.minimumOrder * 2}\tKette`,
      'FH-10110-7\t280\tKette',
      `${misspell(hub.sku)}\t${hub.minimumOrder}\tNabe`,
      'XY-99999\t10\tUnbekannt',
      '4.00638E+12\t10\tKasten',
    ].join('\n'),
  )
  await expect(getRow(page, chain)).toContainText('By part number')
  await expect(getFilter(page, '2 found')).toBeVisible()
  await expect(
    page.getByText('Your spreadsheet does not show all digits of this number.'),
  ).toBeVisible()
  const guess = getRow(page, hub)
  await expect(guess).toContainText('To confirm')
  await expect(guess).toHaveAttribute('data-group', 'confirm')
  await expect(page.getByRole('region', { name: 'Total' })).toContainText('Add 2 Rows to Cart')
  await expectAccessible(page)
  expect(await getRows(page).evaluateAll(listUnnamedControls)).toEqual([])

  const head = page.locator('.pad-row-head')
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(head).toBeHidden()
  await page.setViewportSize({ width: 720, height: 640 })
  await expect(head).toBeVisible()
  await expect(getField(page)).toBeVisible()
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(getField(page)).toBeHidden()
  await page.getByRole('button', { name: 'Add More Rows' }).click()
  await expect(getField(page)).toBeFocused()
  await guess.getByRole('button', { name: /^Use FH-/ }).click()
  await expect(guess).toHaveAttribute('data-group', 'found')
  await expect(page.getByText('300 cost $9.40 less than 280.')).toBeVisible()
  await page.getByRole('button', { name: 'Take 300: ' }).dblclick()
  const cheaper = page.getByRole('textbox', { name: /^Quantity: Holm chain, 6/ })
  await expect(cheaper).toHaveValue('300')
  await page.getByRole('button', { name: 'Add 3 Rows to Cart' }).dblclick()
  await expect(getStatus(page)).toContainText('3 rows added to your cart. 2 rows stay here.')
  await expect(getRows(page)).toHaveCount(2)
  await page.getByRole('link', { name: 'View cart' }).click()
  await expect(getQuantity(page, chain)).toHaveValue(String(chain.minimumOrder * 2))
  await expect(getQuantity(page, hub)).toHaveValue(String(hub.minimumOrder))

  await page.goBack()
  await expect(getRows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Add More Rows' }).click()
  await getField(page).fill(`${chain.sku} ${chain.minimumOrder}`)
  await getField(page).press('Enter')
  await expect(page.getByRole('button', { name: 'Add More Rows' })).toBeFocused()
  await page.keyboard.press('Enter')
  await getField(page).fill('An unread row')
  await getRow(page, chain)
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(getStatus(page)).toContainText(`${chain.name} removed.`)
  await expect(getField(page)).toBeVisible()
})

test('the pad is used by keyboard alone, and its rows are filtered, edited, restored and saved as a list', async ({
  page,
}) => {
  const [chain, hub] = await findNumberedParts(page)
  await openPad(page)
  await tabTo(page, getField(page))
  await page.keyboard.type(`${chain.sku} ${chain.minimumOrder}`)
  await page.keyboard.press('Enter')
  await expect(getRow(page, chain)).toContainText('By part number')
  await expect(getField(page)).toBeFocused()
  await expect(getField(page)).toHaveValue('')
  await page.keyboard.type(`${misspell(hub.sku)} ${hub.minimumOrder}`)
  await page.keyboard.press('Enter')
  await expect(getRows(page)).toHaveCount(2)

  // The arrow keys move between the quantities.
  await page.keyboard.press('Tab')
  await tabTo(page, getQuantity(page, chain))
  await page.keyboard.press('ArrowDown')
  await expect(getQuantity(page, hub)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(getQuantity(page, chain)).toBeFocused()
  await page.keyboard.type(String(chain.minimumOrder * 3))
  await page.keyboard.press('Enter')
  await expect(getQuantity(page, hub)).toBeFocused()
  await page.keyboard.press('Alt+1')
  await expect(getRow(page, hub)).toHaveAttribute('data-group', 'found')
  await expect(getStatus(page)).toHaveText(`${hub.name} selected.`)
  await expect(getQuantity(page, hub)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(getField(page)).toBeFocused()

  await paste(page, `${hub.sku}\t1\n${chain.sku}\t2\nXY-1\t3`)
  await expect(getRows(page)).toHaveCount(5)
  await page.keyboard.press('Control+Z')
  await expect(getRows(page)).toHaveCount(2)
  await expect(getStatus(page)).toHaveText('Rows removed.')
  await expect(getQuantity(page, chain)).toHaveValue(String(chain.minimumOrder * 3))
  await page.keyboard.press('Control+Z')
  await expect(getRow(page, hub)).toHaveAttribute('data-group', 'confirm')

  await page.getByRole('button', { name: 'Clear the Pad' }).click()
  await paste(page, `${chain.sku}\t${chain.minimumOrder}\nXY-99999\t${hub.minimumOrder}`)
  await getFilter(page, '1 unknown').click()
  await expect(getRows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Edit the Number: XY-99999' }).click()
  await page.getByLabel('Part number: XY-99999').fill(hub.sku)
  await page.keyboard.press('Enter')
  await expect(getQuantity(page, hub)).toHaveValue(String(hub.minimumOrder))
  await expect(getQuantity(page, hub)).toBeFocused()
  await getFilter(page, 'All 2').click()
  await page.getByRole('button', { name: `Remove: ${hub.name}` }).click()
  await expect(getFilter(page, 'All 1')).toBeVisible()
  await expect(page.getByRole('button', { name: `Undo: ${hub.name} removed` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(getQuantity(page, hub)).toBeFocused()
  await expect(getFilter(page, 'All 2')).toBeVisible()

  await page.getByRole('button', { name: 'Save as List' }).click()
  // Screen readers announce a change only in an element that already existed.
  await expect(page.locator('.save-list [role=status]')).toBeEmpty()
  await page.getByLabel('Name of the list').fill('Spring')
  await page.getByRole('button', { name: 'Save List' }).dblclick()
  await page.getByRole('link', { name: 'Spring' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Spring' })).toBeVisible()
  await expect(getQuantity(page, chain)).toHaveValue(String(chain.minimumOrder))
  await expect(getQuantity(page, hub)).toHaveValue(String(hub.minimumOrder))
})

test('drafts survive a reload, an unread list stays in the field, and rows are added once if the response is lost', async ({
  page,
  context,
}) => {
  const [chain, hub] = await findNumberedParts(page)
  await openPad(page)
  await paste(
    page,
    `${chain.sku}\t${chain.minimumOrder}\n${misspell(hub.sku)}\t${hub.minimumOrder}`,
  )
  await expect(getRows(page)).toHaveCount(2)
  await getRow(page, hub).getByRole('button', { name: /^Use / }).click()
  await getQuantity(page, chain).fill(String(chain.minimumOrder * 2))
  const tab = await context.newPage()
  await tab.goto('/orderPad')
  await expect(tab.getByText('Your pad is empty')).toBeVisible()
  await paste(tab, `${hub.sku}\t${hub.minimumOrder}`)
  await expect(getRows(tab)).toHaveCount(1)
  await page.reload()
  await expect(getQuantity(page, chain)).toHaveValue(String(chain.minimumOrder * 2))
  await expect(getRow(page, hub)).toContainText('Chosen by you')
  await tab.reload()
  await expect(getRows(tab)).toHaveCount(1)
  await tab.close()

  await page.getByRole('button', { name: 'Clear the Pad' }).click()
  await page.route(matchPath('/api/order-pad/rows'), (route) => route.abort(), { times: 1 })
  const list = `${chain.sku}\t${chain.minimumOrder}\nXY-99999\t1`
  await paste(page, list)
  await expect(page.getByRole('alert')).toHaveText(/cannot be reached/)
  await expect(getField(page)).toHaveValue(list)
  await page.getByRole('button', { name: 'Add Rows' }).click()
  await expect(getRows(page)).toHaveCount(2)
  await expect(getField(page)).toHaveValue('')

  await test.step('cells pasted before a typed row stay separate rows', async () => {
    await getField(page).fill('XY-99997 5')
    await getField(page).press('Home')
    await paste(page, 'XY-99995\t2\nXY-99996\t3')
    await expect(getRows(page)).toHaveCount(5)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(getField(page)).toHaveValue('XY-99997 5')
    await getField(page).fill('')
  })

  await test.step('a list pasted while another is read is refused with a message', async () => {
    const release = await holdRequests(page, '/api/order-pad/rows')
    await paste(page, 'XY-99995\t2\nXY-99996\t3')
    await paste(page, 'XY-99994\t2\nXY-99993\t3')
    await expect(page.getByRole('alert')).toHaveText(/another list is being read/)
    release()
    await expect(getRows(page)).toHaveCount(4)
    await expect(page.getByRole('alert')).toHaveText(/another list is being read/)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(getRows(page)).toHaveCount(2)
  })

  let lostCount = 0
  await page.route(matchPath('/api/cart'), async (route) => {
    if (lostCount === 2 || route.request().method() !== 'PATCH') return route.continue()
    lostCount += 1
    await route.fetch()
    await route.abort()
  })
  const addButton = page.getByRole('button', { name: 'Add 1 Row to Cart' })
  const alert = page.getByRole('region', { name: 'Total' }).getByRole('alert')
  await addButton.click()
  await expect(alert).toHaveText(/cannot be reached/)
  expect(lostCount).toBe(2)
  await page.reload()
  await addButton.click()
  await expect(getStatus(page)).toContainText('1 row added to your cart. 1 row stays here.')

  await test.step('a cleared list is added once if it is restored, and again if it is pasted again', async () => {
    const clear = page.getByRole('button', { name: 'Clear the Pad' })
    const pasteAndLoseResponse = async () => {
      await paste(page, `${chain.sku}\t${chain.minimumOrder}`)
      lostCount = 0
      await addButton.click()
      await expect(alert).toHaveText(/cannot be reached/)
    }
    await clear.click()
    await pasteAndLoseResponse()
    await clear.click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await addButton.click()
    await expect(getStatus(page)).toContainText('1 row added to your cart.')

    await pasteAndLoseResponse()
    await clear.click()
    await page.reload()
    await paste(page, `${chain.sku}\t${chain.minimumOrder}`)
    await addButton.click()
    await expect(getStatus(page)).toContainText('1 row added to your cart.')
  })
  await test.step('rows are added once if the user leaves before the response, returns and repeats', async () => {
    await paste(page, `${chain.sku}\t${chain.minimumOrder}`)
    const release = await holdRequests(page, '/api/cart')
    await addButton.click()
    await page.getByRole('link', { name: 'My Orders' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Orders')
    const response = page.waitForResponse('**/api/cart')
    release()
    await (await response).finished()
    await page.goBack()
    await addButton.click()
    await expect(getStatus(page)).toContainText('1 row added to your cart.')
  })
  await page.goto('/cart')
  await expect(getQuantity(page, chain)).toHaveValue(String(chain.minimumOrder * 5))
})

test('a confirmed part is remembered as the customer’s number, which they change, export and delete', async ({
  page,
}) => {
  const [chain, hub] = await findNumberedParts(page)
  await openPad(page)
  const own = misspell(hub.sku)
  await paste(page, `${own}\t${hub.minimumOrder}`)
  await page.getByRole('button', { name: `Other Part: ${hub.name}` }).click()
  const options = page.getByRole('list', { name: `Parts for ${hub.name}` })
  await expect(options.getByRole('button').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: `Remember ${own} as My Number` }).click()
  await expect(getStatus(page)).toHaveText(`${own} is now your number for ${hub.name}.`)
  await expect(getQuantity(page, hub)).toBeFocused()
  await paste(page, `${own}\t1`)
  await expect(page.getByText('By your number')).toBeVisible()

  await page.getByRole('link', { name: 'your own numbers' }).click()
  const table = page.getByRole('table', { name: 'Your numbers' })
  await expect(table).toContainText(hub.name)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await table.getByRole('button', { name: `Edit: ${own}` }).click()
  await page.getByLabel('Our part number').fill(chain.sku)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(table).toContainText(chain.name)

  // On phones a button opens the form. It asks before it replaces the part of a number.
  await page.getByRole('button', { name: 'Add a Number' }).click()
  await expect(page.getByLabel('Your number', { exact: true })).toBeFocused()
  await page.getByLabel('Your number', { exact: true }).fill(own)
  await page.getByLabel('Our part number').fill(hub.sku)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    `You already use “${own}” for ${chain.name}.`,
  )
  await page.getByRole('button', { name: 'Replace' }).click()
  await expect(table).toContainText(hub.name)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/own-numbers.*\.csv$/)
  await table.getByRole('button', { name: `Delete: ${own}` }).click()
  await page.getByRole('button', { name: 'Delete Number' }).click()
  await expect(page.getByText('You have no saved part numbers yet')).toBeVisible()

  const importFile = page.getByLabel('File with numbers')
  const result = page.getByRole('region', { name: 'Import' })
  const importNumbers = (rows: string[]) =>
    importFile.setInputFiles({
      name: 'numbers.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(rows.join('\n')),
    })
  await test.step('an exported file restores the numbers', async () => {
    await importFile.setInputFiles(await download.path())
    await expect(result).toHaveText('1 number saved.')
    await expect(table).toContainText(hub.name)
  })
  await test.step('an import states why it refuses rows, and does not replace the part of a number', async () => {
    const rows = [`${own},${chain.sku}`, `NEW-1,${chain.sku}`, 'NEW-2,XX-0', `4.1E+12,${hub.sku}`]
    await importNumbers(rows)
    await expect(result).toContainText('1 number saved. 3 rows were refused:')
    await expect(result.getByRole('listitem')).toHaveText([
      `Row 1 ${own}: You already use this number for ${hub.name}.`,
      'Row 3 NEW-2: No part has this number.',
      'Row 4 4.1E+12: A spreadsheet has rounded this number.',
    ])
    await expect(table).toContainText('NEW-1')
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })
  await test.step('typed values stay in the form while another number is changed', async () => {
    const partNumber = page.getByLabel('Our part number')
    const number = page.getByLabel('Your number', { exact: true })
    await number.fill('NEW-9'.repeat(9))
    await number.press('Enter')
    await expect(page.getByText('Enter at most 40 characters.')).toBeVisible()
    await number.fill('NEW-9')
    await table.getByRole('button', { name: `Edit: ${own}` }).click()
    await partNumber.fill('FH-typed')
    await table.getByRole('button', { name: 'Edit: NEW-1' }).click()
    await expect(partNumber).toHaveValue(chain.sku)
    await table.getByRole('button', { name: `Edit: ${own}` }).click()
    await expect(partNumber).toHaveValue('FH-typed')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(number).toHaveValue('NEW-9')
    await table.getByRole('button', { name: `Edit: ${own}` }).click()
    await expect(partNumber).toHaveValue(hub.sku)
    await page.getByRole('button', { name: 'Cancel' }).click()
  })
  await test.step('the form is empty after an addition, with the focus in its first field', async () => {
    const number = page.getByLabel('Your number', { exact: true })
    await page.getByLabel('Our part number').fill(chain.sku)
    await page.getByLabel('Our part number').press('Enter')
    await expect(number).toHaveValue('')
    await expect(number).toBeFocused()
  })
  await test.step('a failed import states what was saved, and can be repeated', async () => {
    let count = 0
    await page.route('**/api/own-numbers', (route) => {
      count += route.request().method() === 'PUT' ? 1 : 0
      return count === 2 ? route.abort() : route.continue()
    })
    const rows = ['NEW-3', 'NEW-4', 'NEW-5'].map((code) => `${code},${chain.sku}`)
    await importNumbers(rows)
    await expect(result).toContainText(
      '1 number saved. 2 rows were not saved. Import the file again.',
    )
    await importNumbers(rows)
    await expect(result).toHaveText('3 numbers saved.')
    await importNumbers(['only one column'])
    await expect(page.getByText('This list needs two columns')).toBeVisible()
  })
})

test('a hostile list or file is refused, 500 rows of a long list are read, and the rest stays in the field', async ({
  page,
}) => {
  const [chain] = await findNumberedParts(page)
  await openPad(page)
  const alert = page.getByRole('alert')
  const refusals: [() => Promise<void>, RegExp][] = [
    [() => pasteRepeated(page, 'FH-13132-7\t10\n', 700_000), /This list is too long/],
    [() => chooseFile(page, 'bomb.xlsx', createZipBomb()), /too large when unpacked/],
    [() => page.getByRole('button', { name: 'Read “Notes”' }).click(), /“Notes” cannot be read/],
    [() => chooseFile(page, 'old.xls', Buffer.from([0xd0, 0xcf, 0x11])), /old Excel file/],
  ]
  for (const [act, text] of refusals) {
    await act()
    await expect(alert).toHaveText(text)
    await expect(getField(page)).toBeEditable()
  }
  await paste(page, `${chain.sku}\t${chain.minimumOrder}`)
  await expect(getRow(page, chain)).toContainText('By part number')
  await expect(alert).toBeHidden()
  await page.getByRole('button', { name: 'Clear the Pad' }).click()

  const rows = Array.from({ length: 600 }, (_, n) => `${chain.sku}\t${n + 1}`)
  await paste(page, rows.join('\n'))
  await expect(getFilter(page, 'All 500')).toBeVisible()
  await expect(
    page.getByText('The first 500 rows were read. 100 more rows are still'),
  ).toBeVisible()
  await expect(getField(page)).toHaveValue(rows.slice(500).join('\n'))
  await page.getByRole('button', { name: 'Add Rows' }).click()
  await expect(alert).toHaveText(/^The pad is full/)
  // Not a click: rows that scroll into view move the button.
  await page.getByRole('button', { name: 'Clear the Pad' }).press('Enter')
  await expect(getField(page)).toBeFocused()
  await expect(alert).toBeHidden()
  await page.getByRole('button', { name: 'Add Rows' }).click()
  await expect(getFilter(page, 'All 100')).toBeVisible()
  await expect(getField(page)).toHaveValue('')

  // A double click does not press "Undo" as well, and a repeated message is announced again.
  const firstRow = page.locator('.pad-row:not([data-group=removed])').first()
  const remove = firstRow.getByRole('button', { name: `Remove: ${chain.name}` })
  await remove.dblclick()
  await expect(getFilter(page, 'All 99')).toBeVisible()
  const message = await getStatus(page).locator('span').elementHandle()
  await remove.click()
  await expect(getFilter(page, 'All 98')).toBeVisible()
  expect(await message?.evaluate((element) => element.isConnected)).toBe(false)
})

/** Lists the fields and buttons of rows whose name does not contain the part or the number of the row. */
function listUnnamedControls(rows: Element[]): string[] {
  return rows.flatMap((row) =>
    [...row.querySelectorAll('button, input')]
      .filter((one) => !one.ariaLabel?.includes(row.ariaLabel ?? ' '))
      .map((one) => one.outerHTML),
  )
}

/** A part with its SKU. */
interface NumberedPart extends Part {
  sku: string
}

/** Returns two well-stocked parts of the sample catalog, which have their SKU in the image's path. */
async function findNumberedParts(page: Page): Promise<[NumberedPart, NumberedPart]> {
  const parts = await findPartsFromEnd(page, 60, 40)
  const numbered = parts.flatMap((part) => {
    const [sku] = /FH-\d+-\d/.exec(part.img) ?? []
    return sku ? [{ ...part, sku }] : []
  })
  return numbered.slice(0, 2) as [NumberedPart, NumberedPart]
}

/** Returns the SKU with another check digit. */
const misspell = (sku: string) => sku.slice(0, -1) + ((Number(sku.at(-1)) + 1) % 10)

async function openPad(page: Page) {
  const customer = await signUpCustomer(page)
  await page.goto('/orderPad')
  await expect(getField(page)).toBeVisible()
  return customer
}

const paste = (page: Page, text: string) => pasteRepeated(page, text, 1)

/** Pastes as from the clipboard, without access to the clipboard of the machine. */
async function pasteRepeated(page: Page, text: string, times: number) {
  await getField(page).focus()
  await getField(page).evaluate(
    (field, { text, times }) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text.repeat(times))
      field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    },
    { text, times },
  )
}

const chooseFile = (page: Page, name: string, buffer: Buffer) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer })

function createWorkbook({ sku, minimumOrder }: NumberedPart): Buffer {
  return createXlsx(
    `<row r="1"><c r="A1" t="inlineStr"><is><t>Artikel</t></is></c><c r="C1" t="inlineStr"><is><t>Menge</t></is></c></row>
     <row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2"><f>1+1</f><v>${minimumOrder}</v></c></row>`,
    sku,
    '<sheet name="Cover" r:id="rId2"/>',
  )
}

/** A file of about 260 kB whose sheet has 60 MB. */
function createZipBomb(): Buffer {
  return createXlsx(`<row>${' '.repeat(60_000_000)}</row>`, '')
}

function createXlsx(rows: string, sharedString: string, cover = ''): Buffer {
  const files = {
    'xl/workbook.xml': `<workbook><sheets>${cover}<sheet name="Order" r:id="rId1"/><sheet name="Notes" r:id="rId3"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="worksheets/cover.xml"/></Relationships>',
    'xl/sharedStrings.xml': `<sst><si><t>${sharedString}</t></si></sst>`,
    'xl/worksheets/cover.xml':
      '<sheetData><row><c t="inlineStr"><is><t>Order form</t></is></c></row></sheetData>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  }
  const entries = Object.entries(files).map(([name, xml]) => [name, strToU8(xml)])
  return Buffer.from(zipSync(Object.fromEntries(entries), { level: 1 }))
}

const getField = (page: Page) => page.getByLabel('Paste or type a list')

const getRows = (page: Page) => page.getByRole('list', { name: /^Rows / }).locator('> li')

const getRow = (page: Page, { name }: Part): Locator =>
  page.getByRole('listitem', { name, exact: true })

const getFilter = (page: Page, name: string) =>
  page.locator('fieldset').getByRole('button', { name, exact: true })

const getStatus = (page: Page) => page.locator('.pad-status [role=status]')
