import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { findProgram, root, runProgram } from './run-program.ts'

/** Maximum exposure level of `systemd-analyze security`, from 0 to 10. */
const MAX_EXPOSURE = 2

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'freehub-deploy-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.skipIf(!findProgram('yamllint'))('yamllint accepts all YAML files', async () => {
  await runProgram('yamllint', [
    '--strict',
    '--config-file=deploy/checks/yamllint.yaml',
    'deploy',
    '.github',
  ])
})

test.skipIf(!findProgram('shellcheck'))('shellcheck accepts all shell scripts', async () => {
  const scripts = [
    'deploy/compose/make-secrets',
    'deploy/systemd/freehub-shop',
    'scripts/check/deploy/stand-in-images.sh',
    '.ci/run',
  ]
  await runProgram('shellcheck', scripts)
})

test.skipIf(!findProgram('docker-compose'))(
  'docker-compose accepts compose.yaml with generated secrets',
  async () => {
    const compose = path.join(folder, 'compose')
    await cp(path.join(root, 'deploy/compose'), compose, { recursive: true })
    expect(await runProgram(path.join(compose, 'make-secrets'), [])).toMatch(
      /Write secrets\/smtp-url\./,
    )
    const config = () =>
      runProgram('docker-compose', ['-f', path.join(compose, 'compose.yaml'), 'config'], {
        env: { SHOP_HOST: 'shop.example' },
      })
    expect(await config()).toContain('PUBLIC_URL: https://shop.example')
    await writeFile(path.join(compose, 'settings.env'), 'RESERVATION_HOURS=48\n')
    expect(await config()).toContain("RESERVATION_HOURS: '48'")
    // A second run keeps existing secrets.
    const secretFile = path.join(compose, 'secrets/auth-secret')
    const secret = await readFile(secretFile, 'utf8')
    await runProgram(path.join(compose, 'make-secrets'), [])
    expect(await readFile(secretFile, 'utf8')).toBe(secret)
  },
)

test.skipIf(!findProgram('kubectl'))('the manifests match the Kubernetes types', async () => {
  const built = await runProgram('kubectl', ['kustomize', 'deploy/kubernetes'])
  const secrets = await readFile(path.join(root, 'deploy/kubernetes/secrets.example.yaml'), 'utf8')
  const manifests = parseAllDocuments(`${built}\n---\n${secrets}`).map((one) => one.toJS())
  expect(manifests.length).toBeGreaterThan(10)
  const checked = manifests.map(({ apiVersion, kind, ...rest }, n) => {
    const [group = '', version] = apiVersion.includes('/')
      ? apiVersion.split('/')
      : ['core', apiVersion]
    const types = `kubernetes-types/${group.replace('.k8s.io', '')}/${version}`
    const manifest = JSON.stringify({ apiVersion, kind, ...rest }, null, 2)
    return `import type { ${kind} as K${n} } from '${types}'\nexport const m${n}: K${n} = ${manifest}\n`
  })
  const program = path.join(root, 'deploy/checks/node_modules/.cache/manifests.ts')
  await mkdir(path.dirname(program), { recursive: true })
  await writeFile(program, checked.join('\n'))
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'preserve',
    '--types',
    '',
  ]
  await runProgram('tsc', [...options, program])
})

test.skipIf(!findProgram('systemd-analyze'))(
  'systemd accepts the units and rates their exposure as low',
  async () => {
    const units = path.join(root, 'deploy/systemd')
    for (const name of await readdir(units)) {
      const text = await readFile(path.join(units, name), 'utf8')
      // The shop is not installed on this machine.
      await writeFile(
        path.join(folder, name),
        text.replaceAll('/opt/freehub/bin/node', '/bin/true'),
      )
    }
    const services = (await readdir(units)).filter((name) => /\.(service|timer)$/.test(name))
    const problems = await runProgram('systemd-analyze', [
      'verify',
      ...services.map((one) => path.join(folder, one)),
    ])
    expect(problems).toBe('')
    for (const name of services.filter((one) => one.endsWith('.service'))) {
      const exposure = await runProgram('systemd-analyze', [
        'security',
        '--offline=true',
        path.join(folder, name),
      ])
      const [, level = '10'] = /Overall exposure level for .*: ([\d.]+)/.exec(exposure) ?? []
      expect(Number(level), name).toBeLessThanOrEqual(MAX_EXPOSURE)
    }
  },
)

test.skipIf(!findProgram('promtool'))(
  'Prometheus accepts the alert rules, and they fire as tested',
  async () => {
    await runProgram('promtool', ['check', 'rules', 'deploy/prometheus/alerts.yml'])
    await runProgram('promtool', [
      'check',
      'config',
      '--syntax-only',
      'deploy/prometheus/prometheus.yml',
    ])
    await runProgram('promtool', ['test', 'rules', 'deploy/prometheus/alerts.test.yml'])
  },
)
