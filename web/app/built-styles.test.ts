import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const folder = path.resolve(import.meta.dirname, '../dist/client/assets')

const styles = readStyles()

function readStyles() {
  const files = readdirSync(folder).filter((name) => name.endsWith('.css'))
  expect(files.length).toBeGreaterThan(3)
  return files.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\n')
}

test('container queries use rem, so that they follow the font size of the browser', () => {
  expect(styles).toMatch(/@container orders \([^)]*rem\)/)
  expect(styles.match(/@container[^{]*\dpx[^{]*/g)).toBeNull()
})

test('no style uses ":root:has(input)", which slows down each keystroke', () => {
  expect(styles).toContain('[data-theme=freehub-dark]')
  expect(styles).not.toContain(':root:has(input')
})
