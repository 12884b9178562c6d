import { expect, test } from 'vitest'
import { isHttpsAddress } from './https-address.ts'

test.each(['https://linkedin.example/in/ada', 'https://xn--e1afmkfd.example/?q=%20#top'])(
  '%s is an https address',
  (text) => expect(isHttpsAddress(text)).toBe(true),
)

test.each([
  '',
  'https://',
  'http://linkedin.example/in/ada',
  'HTTPS://linkedin.example/in/ada',
  'linkedin.example/in/ada',
  ' https://linkedin.example',
  'https://linkedin.example/in/a da',
  'https://linkedin.example/\u0000',
  'https://[',
  'javascript:alert("https://linkedin.example")',
])('%j is none', (text) => expect(isHttpsAddress(text)).toBe(false))
