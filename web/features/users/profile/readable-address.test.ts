import { expect, it } from 'vitest'
import { readableAddress } from './readable-address.ts'

it('leaves out what goes without saying', () => {
  expect(readableAddress('https://www.linkedin.com/in/ada/')).toBe('linkedin.com/in/ada')
  expect(readableAddress('https://bd.linkedin.com/in/ada')).toBe('bd.linkedin.com/in/ada')
})

it('writes letters as letters', () => {
  expect(readableAddress('https://linkedin.com/in/j%C3%BCrgen')).toBe('linkedin.com/in/jürgen')
})

it('leaves alone what is odd when decoded, or cannot be', () => {
  const turned = 'linkedin.com/in/%E2%80%AEada'
  expect(readableAddress(`https://${turned}`)).toBe(turned)
  expect(readableAddress('https://linkedin.com/in/100%')).toBe('linkedin.com/in/100%')
})
