import { expect, test } from 'vitest'
import { isHttpsUrl } from './https-url.ts'

test.each(['https://linkedin.example/in/ada', 'https://xn--e1afmkfd.example/?q=%20#top'])(
  'accepts the URL %s',
  (text) => expect(isHttpsUrl(text)).toBe(true),
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
])('rejects %j as an HTTPS URL', (text) => expect(isHttpsUrl(text)).toBe(false))
