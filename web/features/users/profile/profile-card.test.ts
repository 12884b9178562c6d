import { expect, it } from 'vitest'
import { formatUrl } from './profile-card.tsx'

it('omits the protocol, "www." and a final slash', () => {
  expect(formatUrl('https://www.linkedin.com/in/ada/')).toBe('linkedin.com/in/ada')
  expect(formatUrl('https://bd.linkedin.com/in/ada')).toBe('bd.linkedin.com/in/ada')
})

it('decodes percent-encoded letters', () => {
  expect(formatUrl('https://linkedin.com/in/j%C3%BCrgen')).toBe('linkedin.com/in/jürgen')
})

it('keeps the encoding of characters that are unsafe or invalid', () => {
  const rightToLeft = 'linkedin.com/in/%E2%80%AEada'
  expect(formatUrl(`https://${rightToLeft}`)).toBe(rightToLeft)
  expect(formatUrl('https://linkedin.com/in/100%')).toBe('linkedin.com/in/100%')
})
