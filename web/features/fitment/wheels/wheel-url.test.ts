import { expect, test } from 'vitest'
import { readWheelChoices, writeWheelChoices } from './wheel-url.ts'

const hub = '01900000-0000-7000-8000-000000000001'
const rim = '01900000-0000-7000-8000-000000000002'

test('writes the choices to the URL and reads them back', () => {
  const choices = { hub, rim, crosses: 2, wheels: 25 }
  expect(readWheelChoices(writeWheelChoices(choices))).toEqual(choices)
})

test.each([
  [0, 1],
  [6, 10_000],
])(
  'writes and reads the smallest and the largest numbers: %i crosses, %i wheels',
  (crosses, wheels) => {
    const choices = { hub: '', rim: '', crosses, wheels }
    const query = writeWheelChoices(choices)
    expect(query.toString()).toBe(`crosses=${crosses}&wheels=${wheels}`)
    expect(readWheelChoices(query)).toEqual(choices)
  },
)

test.each([
  'crosses=7&wheels=10001',
  'crosses=9&wheels=0',
  'crosses=-1&wheels=10001',
  'crosses=x&wheels=',
  'hub=x&rim=',
  '',
])('replaces invalid values with the defaults: %s', (query) => {
  expect(readWheelChoices(new URLSearchParams(query))).toEqual({
    hub: '',
    rim: '',
    crosses: 3,
    wheels: 10,
  })
})
