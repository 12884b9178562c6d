import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { formatAttribute, formatAttributes, listFitFilters } from './part-attributes.ts'

it('reads the unit from the end of the name', () => {
  expect(formatAttributes({ bcd_mm: 104, angle_deg: 6, breaking_load_kn: 9.8 })).toEqual([
    { name: 'bcd_mm', label: 'BCD', value: '104 mm' },
    { name: 'angle_deg', label: 'Angle', value: '6°' },
    { name: 'breaking_load_kn', label: 'Breaking load', value: '9.8 kN' },
  ])
})

it('labels attributes, and formats lists, units and booleans', () => {
  expect(
    formatAttributes({
      teeth: [11, 13, 15],
      spoke_gauge_mm: [2, 1.8, 2],
      clutch: true,
      max_bar: 6,
    }),
  ).toEqual([
    { name: 'teeth', label: 'Teeth', value: '11, 13, 15' },
    { name: 'spoke_gauge_mm', label: 'Spoke gauge', value: '2 / 1.8 / 2 mm' },
    { name: 'clutch', label: 'Clutch', value: 'yes' },
    { name: 'max_bar', label: 'Maximum pressure', value: '6 bar' },
  ])
})

it('gives all attributes of the sample catalog different labels', () => {
  const file = new URL('../../../../dev/sample-data/catalog/parts.json', import.meta.url)
  const catalog: { attributes: object }[] = JSON.parse(readFileSync(file, 'utf8'))
  const names = [...new Set(catalog.flatMap(({ attributes }) => Object.keys(attributes)))]
  const byLabel = Object.groupBy(names, (name) => formatAttribute(name, '').label)
  expect(Object.values(byLabel).filter((sameLabel = []) => sameLabel.length > 1)).toEqual([])
})

it('lists filters for the attributes that decide what a part fits', () => {
  const attributes = { speeds: [9, 10], finish: 'black', freehub: 'HG', mount: 'a, b' }
  expect(listFitFilters(attributes)).toEqual(['freehub:HG', 'speeds:9', 'speeds:10'])
})

it('omits a material, unless it is a number, and the default unit of sale', () => {
  expect(formatAttributes({ material: '7075-T6', sold_as: 'piece' })).toEqual([])
  expect(formatAttributes({ material: 7075 })).toEqual([
    { name: 'material', label: 'Material', value: '7075' },
  ])
  expect(formatAttributes({ sold_as: 'pair' })).toEqual([
    { name: 'sold_as', label: 'Sold as', value: 'pair' },
  ])
})
