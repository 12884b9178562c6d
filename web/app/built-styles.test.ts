import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const folder = path.resolve(import.meta.dirname, '../dist/client/assets')

test('no style uses ":root:has(input)", which slows down each keystroke', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.css'))
  expect(files.length).toBeGreaterThan(3)
  const styles = files.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\n')
  expect(styles).toContain('[data-theme=freehub-dark]')
  expect(styles).not.toContain(':root:has(input')
})
