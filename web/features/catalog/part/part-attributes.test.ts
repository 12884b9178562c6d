import { expect, it } from 'vitest'
import { formatAttributes, listFitFilters } from './part-attributes.ts'

it('reads the unit from the end of the name', () => {
  expect(formatAttributes({ bcd_mm: 104, angle_deg: 6, breaking_load_kn: 9.8 })).toEqual([
    { label: 'BCD', value: '104 mm' },
    { label: 'Angle', value: '6°' },
    { label: 'Breaking load', value: '9.8 kN' },
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
    { label: 'Teeth', value: '11, 13, 15' },
    { label: 'Spoke gauge', value: '2 / 1.8 / 2 mm' },
    { label: 'Clutch', value: 'yes' },
    { label: 'Maximum pressure', value: '6 bar' },
  ])
})

it('lists filters for the attributes that decide what a part fits', () => {
  const attributes = { speeds: [9, 10], finish: 'black', freehub: 'HG', mount: 'a, b' }
  expect(listFitFilters(attributes)).toEqual(['freehub:HG', 'speeds:9', 'speeds:10'])
})

it('omits a material that is text, and the default unit of sale', () => {
  expect(formatAttributes({ material: '7075-T6', sold_as: 'piece' })).toEqual([])
  expect(formatAttributes({ material: 7075 })).toEqual([{ label: 'Material', value: '7075' }])
  expect(formatAttributes({ sold_as: 'pair' })).toEqual([{ label: 'Sold as', value: 'pair' }])
})
