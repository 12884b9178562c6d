import type { Part } from '@freehub/contract/catalog/parts'

/** Creates a chain as the part lists show it: 8400 available at $2.68, at least 50. */
export const createPart = (change: Partial<Part> = {}): Part => ({
  _id: '01980000-0000-7000-8000-000000000001',
  name: 'Holm chain, 6/7/8-speed, 116 links',
  description: 'Roller chain.',
  img: '/drawings/FH-10110-7.svg',
  price: 2.68,
  availableQuantity: 8400,
  minimumOrder: 50,
  ...change,
})
