import { hasUnprintableLetters } from '@freehub/contract/invoices/printable-letters'
import { expect, test } from 'vitest'
import { splitIntoRuns } from './font-faces.ts'

test.each([
  ...['Łódź Škoda', 'Ελένη', 'Москва', 'Nguyễn Thị', 'नमस्ते श्री', 'ঢাকা শ্রী', 'Hawaiʻi 12-3, 4/5'],
  ...[
    'عمر للدراجات',
    '東京自転車',
    'サイクル',
    '서울',
    'חיפה',
    'กรุงเทพ',
    'Երևան',
    'თბილისი',
    'தமிழ்',
  ],
])('states whether documents replace letters of %s', (text) => {
  const isReplaced = splitIntoRuns(text, 'bold').some((run) => run.text.includes('\uFFFD'))
  expect(hasUnprintableLetters(text)).toBe(isReplaced)
})
