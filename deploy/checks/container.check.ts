import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../tests/support/database/database.ts'
import { freePort } from '../../tests/support/network/ports.ts'
import { type StepProxy, startStepProxy } from '../../tests/support/network/step-proxy.ts'
import { testSettings } from '../../tests/support/shop/settings.ts'
import { waitUntil } from '../../tests/support/wait-until.ts'
import { type Engine, findEngine, IMAGE } from './container-engine.ts'
import { find } from './programs.ts'
import { seccompOf } from './systemd-filter.ts'

const BUILT_WITHIN_MS = 20 * 60_000
const SERVES_WITHIN_MS = 120_000
const NAME = 'freehub-check'

const engine = await findEngine()

describe.skipIf(!engine)('the image', () => {
  const { run } = engine as Engine
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let proxy: StepProxy
  let folder: string
  let port: number
  let settings: string[]

  beforeAll(async () => {
    await (engine as Engine).build()
    database = await createTestDatabase()
    // The tests' PostgreSQL listens in a folder of its owner's alone.
    proxy = await startStepProxy(database.databaseUrl)
    folder = await mkdtemp(path.join(tmpdir(), 'freehub-secrets-'))
    // The shop's user is another one.
    await chmod(folder, 0o755)
    await writeFile(path.join(folder, 'database-url'), `${proxy.databaseUrl}\n`)
    port = await freePort()
    settings = Object.entries({
      ...testSettings,
      LOG_LEVEL: 'warn',
      STRIPE_API_URL: 'https://api.stripe.com',
      SMTP_URL: 'smtp://mail.example:587',
      PUBLIC_URL: 'https://shop.example',
      DATABASE_URL_FILE: '/run/secrets/database-url',
      PORT: String(port),
      HOST: '127.0.0.1',
      MIGRATE: 'off',
      WORKERS: '2',
    }).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  }, BUILT_WITHIN_MS)
  afterAll(async () => {
    await run(['rm', '--force', NAME]).catch(() => {})
    await proxy?.close()
    await database?.drop()
    if (folder) await rm(folder, { recursive: true })
  })

  /** Locked up as deploy/compose does it. */
  const locked = () => [
    '--network=host',
    '--read-only',
    '--tmpfs=/tmp',
    '--cap-drop=ALL',
    '--security-opt=no-new-privileges',
    `--volume=${folder}:/run/secrets:ro`,
    ...settings,
  ]

  test('migrates, as a step of its own', async () => {
    const said = await run([
      'run',
      '--rm',
      ...locked(),
      IMAGE,
      'server/commands/shop.ts',
      'migrate',
    ])
    expect(said).toContain('The database is of this version.')
  })

  test('serves with nothing to write on, as nobody', {
    timeout: 2 * SERVES_WITHIN_MS,
  }, async () => {
    await run(['run', '--detach', `--name=${NAME}`, ...locked(), IMAGE])
    await untilReady()
    const page = await fetch(`http://127.0.0.1:${port}`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<title>')
    expect(await inside("console.log(process.getuid() + ':' + process.getgid())")).toBe(
      '65532:65532',
    )
    const written =
      "try { require('fs').writeFileSync('server/x', '') } catch (e) { console.log(e.code) }"
    expect(await inside(written)).toMatch(/EROFS|EACCES/)
    expect(await inside("console.log(process.version + ' ' + process.execPath)")).toMatch(
      /^v26\.\d+\.\d+ \/freehub\/bin\/node$/,
    )
  })

  test('says whether it is well', async () => {
    expect(await (engine as Engine).isHealthy(NAME)).toBe(true)
  })

  test('holds no tests, no tools of development, no shell, and the licences of what it holds', async () => {
    const there = (file: string) => inside(`console.log(require('fs').existsSync('${file}'))`)
    for (const file of ['server/app.ts', 'THIRD-PARTY-NOTICES.txt', 'sbom.cdx.json', 'LICENSE']) {
      expect(await there(file), file).toBe('true')
    }
    const none = [
      'tests/support',
      'server/main.test.ts',
      'node_modules/vitest',
      'sandbox',
      '/bin/sh',
    ]
    for (const file of none) expect(await there(file), file).toBe('false')
  })

  test('ends by itself when it is asked to', async () => {
    const began = Date.now()
    await run(['stop', '--time=25', NAME])
    expect(Date.now() - began).toBeLessThan(20_000)
    expect(await run(['inspect', '--format={{.State.ExitCode}}', NAME])).toMatch(/^0\s*$/)
  })

  test.skipIf(!find('systemd-analyze'))(
    'serves with no more system calls than systemd’s unit leaves it',
    { timeout: 2 * SERVES_WITHIN_MS },
    async () => {
      const profile = path.join(folder, 'seccomp.json')
      await writeFile(profile, JSON.stringify(await seccompOf('freehub.service')))
      await run(['rm', '--force', NAME])
      const filter = `--security-opt=seccomp=${profile}`
      await run(['run', '--detach', `--name=${NAME}`, filter, ...locked(), IMAGE])
      await untilReady()
      await run(['stop', '--time=25', NAME])
      expect(await run(['inspect', '--format={{.State.ExitCode}}', NAME])).toMatch(/^0\s*$/)
    },
  )

  async function untilReady() {
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    await waitUntil('it is ready', isReady, SERVES_WITHIN_MS).catch(async (error) => {
      throw new Error(`${error.message}\n${await run(['logs', NAME])}`)
    })
  }

  async function inside(program: string): Promise<string> {
    return (await run(['exec', NAME, '/freehub/bin/node', '-e', program])).trim()
  }
})
