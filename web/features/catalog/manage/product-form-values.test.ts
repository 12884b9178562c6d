import { partUpdate } from '@freehub/contract/catalog/part-schemas'
import type { FitEntry, PartUpdate } from '@freehub/contract/catalog/parts'
import { describe, expect, it, test } from 'vitest'
import { CallError, toNetworkProblem } from '../../../api/call-error.ts'
import { toCreateFieldErrors } from '../../../api/field-errors.ts'
import { saveDraft } from '../../../ui/forms/form-draft.ts'
import { createEmptyEntry, toFormEntry } from '../../fitment/fit-entries-input.tsx'
import { matchesChange } from './managed-parts-queries.ts'
import {
  diffProduct,
  emptyProduct,
  listProductFields,
  type Product,
  type ProductFormValues,
  readProductDraft,
  toNewProduct,
  toProductFormValues,
} from './product-form-values.ts'

const product: Product = {
  _id: '01890000-0000-7000-8000-000000000000',
  name: 'Pedal',
  description: 'Of\nsteel.',
  img: '/drawings/FH-40111-5.svg',
  price: 12.5,
  availableQuantity: 40,
  minimumOrder: 10,
  sku: 'FH-40111-5',
  family: 'Pedals',
  familySlug: 'pedals',
  supersedes: null,
  hsCode: null,
  packSize: 10,
  cartonSize: null,
  weightGrams: 381.5,
  leadTimeDays: 0,
  orderMultiple: 5,
  attributes: { axle: '9/16', bearings: 3, sizes: [1, 2], sealed: true },
  priceTiers: [
    { fromQuantity: 10, price: 12.5 },
    { fromQuantity: 100, price: 11 },
  ],
  fits: [{ interface: 'pedal.crank', role: 'needs', size: '9/16' }],
}
const values = toProductFormValues(product)
const diff = (changed: Partial<ProductFormValues>) => {
  const change = diffProduct(product, { ...values, ...changed })
  if (change) expect(partUpdate.parse(change)).toEqual(change)
  return change
}

describe('the change of an edited product', () => {
  it('is undefined if no value has changed, or only the stock', () => {
    expect(diff({})).toBeUndefined()
    const fits = [...values.fits, createEmptyEntry()]
    expect(diff({ name: ' Pedal ', price: '12.5', availableQuantity: '7', fits })).toBeUndefined()
  })

  const terms = {
    price: 12.5,
    minimumOrder: 10,
    priceTiers: [{ fromQuantity: 100, price: 11 }],
    orderMultiple: 5,
  }
  const family = { familySlug: 'pedals', attributes: product.attributes }
  const bearings = [{ name: 'bearings', value: '3' }]

  it.each<[string, Partial<ProductFormValues>, object, object]>([
    ['name', { name: 'Pedals' }, { name: 'Pedals' }, { name: 'Pedal' }],
    ['sku', { sku: '' }, { sku: null }, { sku: 'FH-40111-5' }],
    ['weight', { weightGrams: '7.5' }, { weightGrams: 7.5 }, { weightGrams: 381.5 }],
    ['fits', { fits: [] }, { fits: [] }, { fits: product.fits }],
    ['dimensions', { dimensions: bearings }, { attributes: { bearings: 3 } }, family],
    ['family', { familySlug: '' }, { familySlug: null }, family],
    ['price', { price: '12' }, { ...terms, price: 12 }, terms],
    ['minimum order', { minimumOrder: '20' }, { ...terms, minimumOrder: 20 }, terms],
    ['multiple', { orderMultiple: '' }, { ...terms, orderMultiple: null }, terms],
    ['price steps', { priceTiers: [] }, { ...terms, priceTiers: [] }, terms],
  ])('contains a new value of %s, and the stored values of its group', (_, changed, sent, seen) => {
    expect(diff(changed)).toEqual({ ...sent, seen })
  })

  it('contains only the changed terms if the part has no price steps, stored or shown', () => {
    const price = { ...values, price: '12', priceTiers: [] }
    const seen = { ...terms, priceTiers: [] }
    expect(diffProduct({ ...product, priceTiers: [] }, price)).toEqual({ price: 12, seen })
    const hiddenSteps = { ...product, priceTiers: product.priceTiers.slice(0, 1) }
    expect(diffProduct(hiddenSteps, price)).toEqual({ ...terms, price: 12, priceTiers: [], seen })
  })
})

test('describes the changes of other users that a draft would replace', () => {
  const draft = {
    price: '9.00',
    description: 'Of alloy.',
    weightGrams: '',
    dimensions: [],
    priceTiers: [],
    fits: [],
  }
  saveDraft('ada', 'pedal', { ...values, ...draft, base: values })
  const read = (changed: Partial<ProductFormValues>) =>
    readProductDraft('ada', 'pedal', { ...values, ...changed })
  expect(read({ availableQuantity: '7' })).toMatchObject({
    values: { ...draft, availableQuantity: '7' },
    isOutdated: false,
    overwritten: [],
  })
  expect(read({ name: 'Flat pedal', price: '9.00' })).toMatchObject({
    values: { ...draft, name: 'Flat pedal' },
    isOutdated: true,
    overwritten: [],
  })
  const priceTiers = [
    { fromQuantity: '100', price: '10.00' },
    { fromQuantity: '500', price: '9.50' },
  ]
  const bearings = [{ name: 'bearings', value: '4' }]
  expect(
    read({ price: '14.00', weightGrams: '380', priceTiers, dimensions: bearings }).overwritten,
  ).toEqual([
    'Price from $12.50 to $14.00',
    'Weight from 381.5 g to 380 g',
    'Dimensions changed',
    'Price steps from $11.00 from 100 pcs to $10.00 from 100 pcs, $9.50 from 500 pcs',
  ])
  const merged = read({ dimensions: [...values.dimensions, { name: 'material', value: 'steel' }] })
  expect(merged).toMatchObject({ isOutdated: true, overwritten: [] })
  expect(merged.values.dimensions).toEqual([{ name: 'material', value: 'steel' }])
  const other = { interface: 'crank.pedal', role: 'offers', size: '9/16' } as const
  expect(read({ priceTiers: [], fits: [toFormEntry(other)] }).overwritten).toEqual([
    'Needs and offers changed',
  ])
})

test('recognises a part that already has the values of a change', () => {
  const [fit] = product.fits
  const other = { interface: 'crank.pedal', role: 'needs', size: '9/16' } as const
  const change = diff({
    sku: '',
    weightGrams: '7',
    price: '12',
    dimensions: [{ name: 'bearings', value: '3' }],
    fits: [...values.fits, toFormEntry(other)],
  })
  const saved: Product = {
    ...product,
    sku: null,
    weightGrams: 7,
    price: 12,
    attributes: { bearings: 3 },
    priceTiers: [{ fromQuantity: 10, price: 12 }, ...product.priceTiers.slice(1)],
    fits: [other, fit as FitEntry],
  }
  expect(matchesChange(saved, change as PartUpdate)).toBe(true)
  for (const name of ['sku', 'weightGrams', 'price', 'attributes', 'fits']) {
    const different = { ...saved, [name]: product[name as keyof Product] }
    expect([name, matchesChange(different, change as PartUpdate)]).toEqual([name, false])
  }
})

test('a new product contains only filled optional fields', () => {
  const fields = {
    name: 'Bell',
    price: '4.2',
    minimumOrder: '10',
    availableQuantity: '0',
    description: 'Rings.',
    img: '/a.svg',
  }
  const sent = { ...fields, price: 4.2, minimumOrder: 10, availableQuantity: 0 }
  expect(toNewProduct({ ...emptyProduct, ...fields })).toEqual(sent)
  const filled = { sku: 'FH-1', leadTimeDays: '0', fits: values.fits }
  expect(toNewProduct({ ...emptyProduct, ...fields, ...filled })).toEqual({
    ...sent,
    sku: 'FH-1',
    leadTimeDays: 0,
    fits: product.fits,
  })
})

const title = 'Something in the request is not as it must be.'
const refused = (errors: Record<string, string>) =>
  new CallError({ type: 'about:blank', title, status: 400, code: 'input_invalid', errors })

const listErrors = (error: unknown) => toCreateFieldErrors(error, listProductFields(emptyProduct))

describe('errors of a product that was not added', () => {
  it('appear under their fields, and above the button if no field shows them', () => {
    const once = 'Give each entry once.'
    const errors = { img: 'No address.', name: 'Enter a name.', fits: once, priceTiers: once }
    expect(listErrors(refused(errors))).toEqual([
      ['name', 'Enter a name.'],
      ['img', 'No address.'],
      ['root', `${title} ${once}`],
    ])
  })

  it('appear above the button if they belong to no field', () => {
    expect(listErrors(refused({}))).toEqual([['root', title]])
  })

  it('state after a network failure that a retry is safe', () => {
    const [[field, message] = []] = listErrors(
      new CallError(toNetworkProblem(new TypeError('odd'))),
    )
    expect(field).toBe('root')
    expect(message).toMatch(/^The shop cannot be reached\..*It won’t be added twice\.$/)
  })
})
