import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../tests/support/database/test-database.ts'
import { findFreePort } from '../../tests/support/network/ports.ts'
import { type StepProxy, startStepProxy } from '../../tests/support/network/step-proxy.ts'
import { testSettings } from '../../tests/support/shop/settings.ts'
import { waitUntil } from '../../tests/support/wait-until.ts'
import { type Engine, findEngine, IMAGE } from './container-engine.ts'
import { createSeccompProfile } from './create-seccomp-profile.ts'
import { findProgram } from './run-program.ts'

const BUILD_TIMEOUT_MS = 20 * 60_000
const READY_TIMEOUT_MS = 120_000
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
    // The tests' PostgreSQL listens on a socket in a private folder, which the container cannot reach.
    proxy = await startStepProxy(database.databaseUrl)
    folder = await mkdtemp(path.join(tmpdir(), 'freehub-secrets-'))
    // The container runs as another user.
    await chmod(folder, 0o755)
    await writeFile(path.join(folder, 'database-url'), `${proxy.databaseUrl}\n`)
    port = await findFreePort()
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
  }, BUILD_TIMEOUT_MS)
  afterAll(async () => {
    await run(['rm', '--force', NAME]).catch(() => {})
    await proxy?.close()
    await database?.drop()
    if (folder) await rm(folder, { recursive: true })
  })

  /** The same restrictions as in deploy/compose. */
  const lockedDownOptions = () => [
    '--network=host',
    '--read-only',
    '--tmpfs=/tmp',
    '--cap-drop=ALL',
    '--security-opt=no-new-privileges',
    `--volume=${folder}:/run/secrets:ro`,
    ...settings,
  ]

  test('migrates the database with the command `migrate`', async () => {
    const output = await run([
      'run',
      '--rm',
      ...lockedDownOptions(),
      IMAGE,
      'server/commands/shop.ts',
      'migrate',
    ])
    expect(output).toContain('The database is migrated to this version.')
  })

  test('runs as an unprivileged user on a read-only file system', {
    timeout: 2 * READY_TIMEOUT_MS,
  }, async () => {
    await run(['run', '--detach', `--name=${NAME}`, ...lockedDownOptions(), IMAGE])
    await waitUntilReady()
    const page = await fetch(`http://127.0.0.1:${port}`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<title>')
    expect(await runInContainer("console.log(process.getuid() + ':' + process.getgid())")).toBe(
      '65532:65532',
    )
    const writeFileProgram =
      "try { require('fs').writeFileSync('server/x', '') } catch (e) { console.log(e.code) }"
    expect(await runInContainer(writeFileProgram)).toMatch(/EROFS|EACCES/)
    expect(await runInContainer("console.log(process.version + ' ' + process.execPath)")).toMatch(
      /^v26\.\d+\.\d+ \/freehub\/bin\/node$/,
    )
  })

  test('has a passing health check', async () => {
    expect(await (engine as Engine).isHealthy(NAME)).toBe(true)
  })

  test('contains licences, but no tests, development tools or shell', async () => {
    const exists = (file: string) =>
      runInContainer(`console.log(require('fs').existsSync('${file}'))`)
    for (const file of ['server/app.ts', 'THIRD-PARTY-NOTICES.txt', 'sbom.cdx.json', 'LICENSE']) {
      expect(await exists(file), file).toBe('true')
    }
    const missing = [
      'tests/support',
      'server/main.test.ts',
      'node_modules/vitest',
      'dev',
      '/bin/sh',
    ]
    for (const file of missing) expect(await exists(file), file).toBe('false')
  })

  test('exits within the grace period after SIGTERM', async () => {
    const stoppedAt = Date.now()
    await run(['stop', '--time=25', NAME])
    expect(Date.now() - stoppedAt).toBeLessThan(20_000)
    expect(await run(['inspect', '--format={{.State.ExitCode}}', NAME])).toMatch(/^0\s*$/)
  })

  test.skipIf(!findProgram('systemd-analyze'))(
    'runs with only the system calls that the systemd unit allows',
    { timeout: 2 * READY_TIMEOUT_MS },
    async () => {
      const profile = path.join(folder, 'seccomp.json')
      await writeFile(profile, JSON.stringify(await createSeccompProfile('freehub.service')))
      await run(['rm', '--force', NAME])
      const filter = `--security-opt=seccomp=${profile}`
      await run(['run', '--detach', `--name=${NAME}`, filter, ...lockedDownOptions(), IMAGE])
      await waitUntilReady()
      await run(['stop', '--time=25', NAME])
      expect(await run(['inspect', '--format={{.State.ExitCode}}', NAME])).toMatch(/^0\s*$/)
    },
  )

  async function waitUntilReady() {
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    await waitUntil('the shop is ready', isReady, READY_TIMEOUT_MS).catch(async (error) => {
      throw new Error(`${error.message}\n${await run(['logs', NAME])}`)
    })
  }

  async function runInContainer(program: string): Promise<string> {
    return (await run(['exec', NAME, '/freehub/bin/node', '-e', program])).trim()
  }
})
