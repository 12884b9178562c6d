import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { find, root, run } from './programs.ts'

/** Of ten: what a service may do beyond what the shop needs. */
const EXPOSURE_MOST = '2.0'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'freehub-deploy-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.skipIf(!find('yamllint'))('yamllint finds nothing in the YAML', async () => {
  await run('yamllint', [
    '--strict',
    '--config-file=deploy/checks/yamllint.yaml',
    'deploy',
    '.github',
  ])
})

test.skipIf(!find('shellcheck'))('shellcheck finds nothing in the scripts', async () => {
  const scripts = [
    'deploy/compose/make-secrets',
    'deploy/systemd/freehub-shop',
    'scripts/check/deploy/stand-in-images.sh',
    '.ci/run',
  ]
  await run('shellcheck', scripts)
})

test.skipIf(!find('docker-compose'))(
  'compose understands its file, with secrets made',
  async () => {
    const compose = path.join(folder, 'compose')
    await cp(path.join(root, 'deploy/compose'), compose, { recursive: true })
    expect(await run(path.join(compose, 'make-secrets'), [])).toMatch(/Write secrets\/smtp-url\./)
    const config = () =>
      run('docker-compose', ['-f', path.join(compose, 'compose.yaml'), 'config'], {
        env: { SHOP_HOST: 'shop.example' },
      })
    const said = await config()
    expect(said).toContain('PUBLIC_URL: https://shop.example')
    await writeFile(path.join(compose, 'settings.env'), 'RESERVATION_HOURS=48\n')
    expect(await config()).toContain("RESERVATION_HOURS: '48'")
    // A second time nothing is made anew.
    const secret = path.join(compose, 'secrets/auth-secret')
    const made = await readFile(secret, 'utf8')
    await run(path.join(compose, 'make-secrets'), [])
    expect(await readFile(secret, 'utf8')).toBe(made)
  },
)

test.skipIf(!find('kubectl'))('the manifests are what Kubernetes’ own types say', async () => {
  const built = await run('kubectl', ['kustomize', 'deploy/kubernetes'])
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
  const how = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'preserve',
    '--types',
    '',
  ]
  await run('tsc', [...how, program])
})

test.skipIf(!find('systemd-analyze'))(
  'systemd takes the units, and lets them do little',
  async () => {
    const units = path.join(root, 'deploy/systemd')
    for (const name of await readdir(units)) {
      const text = await readFile(path.join(units, name), 'utf8')
      // The shop is not installed where this is checked.
      await writeFile(
        path.join(folder, name),
        text.replaceAll('/opt/freehub/bin/node', '/bin/true'),
      )
    }
    const services = (await readdir(units)).filter((name) => /\.(service|timer)$/.test(name))
    const said = await run('systemd-analyze', [
      'verify',
      ...services.map((one) => path.join(folder, one)),
    ])
    expect(said).toBe('')
    for (const name of services.filter((one) => one.endsWith('.service'))) {
      const exposure = await run('systemd-analyze', [
        'security',
        '--offline=true',
        path.join(folder, name),
      ])
      const [, level = '10'] = /Overall exposure level for .*: ([\d.]+)/.exec(exposure) ?? []
      expect(Number(level), name).toBeLessThanOrEqual(Number(EXPOSURE_MOST))
    }
  },
)

test.skipIf(!find('promtool'))(
  'Prometheus takes its rules, and they fire when they should',
  async () => {
    await run('promtool', ['check', 'rules', 'deploy/prometheus/alerts.yml'])
    await run('promtool', ['check', 'config', '--syntax-only', 'deploy/prometheus/prometheus.yml'])
    await run('promtool', ['test', 'rules', 'deploy/prometheus/alerts.test.yml'])
  },
)
