import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { settingNames } from '../server/config.ts'
import { limitSettings } from '../server/limit-settings.ts'
import { connect } from '../server/platform/database/connections/connect.ts'
import { createTestDatabase } from '../tests/support/database/test-database.ts'

const root = path.resolve(import.meta.dirname, '..')
const readText = (file: string) => readFileSync(path.join(root, file), 'utf8')

test('every npm command in the documents exists', () => {
  const { scripts } = JSON.parse(readText('package.json'))
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'docs/settings.md',
    'docs/operations.md',
  ]
  const names = documents.flatMap((file) =>
    [...readText(file).matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(
      ([, name]) => name as string,
    ),
  )
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !(name in scripts))).toEqual([])
})

test('every alert has an entry in the runbook', () => {
  const headings = [...readText('docs/operations.md').matchAll(/^#+ (.+)$/gm)].map(
    ([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
  )
  const alerts = readText('deploy/prometheus/alerts.yml')
  const anchors = [...alerts.matchAll(/operations\.md#([\w-]+)/g)].map(([, anchor]) => anchor)
  expect(anchors.length).toBeGreaterThan(0)
  expect(anchors).toHaveLength([...alerts.matchAll(/- alert: /g)].length)
  expect(anchors.filter((anchor) => !headings.includes(anchor as string))).toEqual([])
})

test('PostgreSQL runs every SQL block of the operations manual', async () => {
  const statements = [...readText('docs/operations.md').matchAll(/```sql\n(.*?)```/gs)].map(
    ([, sql = '']) => sql.replace(/^(begin|commit);$/gm, ''),
  )
  expect(statements.length).toBeGreaterThan(4)
  const database = await createTestDatabase()
  const { pool } = connect(database.databaseUrl, () => {})
  try {
    for (const statement of statements) await pool.query(statement)
  } finally {
    await pool.end()
    await database.drop()
  }
})

test('links in the documents point to existing files', () => {
  const documents = globSync(['*.md', 'docs/**/*.md', 'deploy/**/*.md'], { cwd: root })
  const links = documents.flatMap((file) =>
    [...readText(file).matchAll(/\]\((?!https:|#)([^)#]+)/g)].map(([, to]) =>
      path.join(path.dirname(file), to as string),
    ),
  )
  expect(links.length).toBeGreaterThan(30)
  expect(links.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})

test('every setting is documented', () => {
  const documented = readText('docs/settings.md') + readText('docs/limits.md')
  // `npm start` sets some of these for the sandbox. OpenTelemetry documents the others.
  const internal = /^(INBOX_URL|DEMO_ACCOUNTS|OTEL_SDK_DISABLED|OTEL_EXPORTER_OTLP_TRACES_.*)$/
  const undocumented = settingNames.filter((name) => !documented.includes(`\`${name}\``))
  expect(undocumented.filter((name) => !internal.test(name))).toEqual([])
})

test('docs/limits.md lists every limit with its default', () => {
  const documented = [...readText('docs/limits.md').matchAll(/^\| `([A-Z_]+)` +\| (\d+) /gm)].map(
    ([, name, n]) => [name, Number(n)],
  )
  const defaults = Object.entries(limitSettings).map(([name, setting]) => [
    name,
    setting.parse(undefined),
  ])
  expect(documented.sort()).toEqual(defaults.sort())
})
