import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { IMPORT_BYTES_MAXIMUM } from '@freehub/contract/limits'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { settingNames } from '../server/config.ts'
import { KILLED_AFTER_MS } from '../server/end-when-asked.ts'
import { limitSettings } from '../server/limits.ts'
import { connect } from '../server/platform/database/connections/connect.ts'
import { createTestDatabase } from '../tests/support/database/database.ts'

const root = path.resolve(import.meta.dirname, '..')
const text = (file: string) => readFileSync(path.join(root, file), 'utf8')

const files = ['deploy', '.github'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
)

// biome-ignore lint/suspicious/noExplicitAny: of many kinds
const manifests: any[] = files
  .filter((file) => file.startsWith('deploy/kubernetes/'))
  .flatMap((file) => parseAllDocuments(text(file)).map((one) => one.toJS()))
const manifest = (kind: string) => manifests.find((one) => one.kind === kind)
const compose = parseAllDocuments(text('deploy/compose/compose.yaml'), { merge: true })[0]?.toJS()
const dockerfile = text('deploy/Dockerfile')
const nginx = text('deploy/nginx/freehub.conf')

test('every YAML file for the shop’s operation can be read', () => {
  const yaml = files.filter((file) => /\.ya?ml$/.test(file))
  expect(yaml.length).toBeGreaterThan(12)
  for (const file of yaml) {
    const errors = parseAllDocuments(text(file)).flatMap((one) => one.errors)
    expect(errors, file).toEqual([])
  }
})

test('every setting that a deployment makes is one of the shop’s', () => {
  const units = files.filter((file) => file.endsWith('.service')).map(text)
  const made = [
    ...Object.keys(compose.services.shop.environment),
    ...Object.keys(manifest('ConfigMap').data),
    ...Object.keys(manifest('Secret').stringData),
    ...[...units.join('\n').matchAll(/^Environment=([A-Z_]+)=/gm)].map(([, name]) => name),
    ...[...text('deploy/systemd/settings.example').matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, n]) => n),
    ...[...dockerfile.matchAll(/([A-Z_]+)=\S+/g)].map(([, name]) => name),
    // Docker's own, and the C library's.
  ].filter((name) => !/^((BUILD|BASE)_IMAGE|MALLOC_[A-Z_]+)$/.test(name as string))
  const known = new Set(settingNames.flatMap((name) => [name, `${name}_FILE`]))
  expect(made.length).toBeGreaterThan(30)
  expect(made.filter((name) => !known.has(name as string))).toEqual([])
})

test('whoever calls the shop calls it where it listens', () => {
  expect(dockerfile).toContain('PORT=3000')
  expect(dockerfile).toContain('EXPOSE 3000')
  const { ports } = manifest('Deployment').spec.template.spec.containers[0]
  expect(ports[0].containerPort).toBe(3000)
  const { METRICS_PORT, METRICS_HOST } = manifest('ConfigMap').data
  expect([ports[1].containerPort, METRICS_HOST]).toEqual([Number(METRICS_PORT), '0.0.0.0'])
  expect(compose.services.caddy.environment.SHOP_UPSTREAMS).toBe('shop:3000')
  expect(text('deploy/caddy/Caddyfile')).toContain('{$SHOP_UPSTREAMS:127.0.0.1:3000}')
  expect(nginx).toContain('server 127.0.0.1:3000 ')
  expect(text('deploy/systemd/settings.example')).toContain('PORT=3000')
})

test('the shop is the same nobody in the image and in Kubernetes', () => {
  expect(dockerfile).toContain('USER 65532:65532')
  for (const kind of ['Deployment', 'Job']) {
    const { securityContext } = manifest(kind).spec.template.spec
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65532 })
  }
})

test('nobody ends the shop before requests under way could end', () => {
  const endsWithin = limitSettings.CLOSE_SECONDS.parse(undefined) * 1000 + KILLED_AFTER_MS
  const { terminationGracePeriodSeconds, containers } = manifest('Deployment').spec.template.spec
  const before = containers[0].lifecycle.preStop.sleep.seconds
  expect((terminationGracePeriodSeconds - before) * 1000).toBeGreaterThan(endsWithin)
  expect(Number.parseInt(compose.services.shop.stop_grace_period, 10) * 1000).toBeGreaterThan(
    endsWithin,
  )
  const [, seconds] = /TimeoutStopSec=(\d+)s/.exec(text('deploy/systemd/freehub.service')) ?? []
  expect(Number(seconds) * 1000).toBeGreaterThan(endsWithin)
})

test('pods wait for as long as the migration may take, and nobody gives them up before', () => {
  const { progressDeadlineSeconds, template } = manifest('Deployment').spec
  const { periodSeconds, failureThreshold } = template.spec.containers[0].startupProbe
  const waits = limitSettings.MIGRATION_WAIT_MINUTES.parse(undefined) * 60
  expect(waits).toBeGreaterThanOrEqual(manifest('Job').spec.activeDeadlineSeconds)
  expect(periodSeconds * failureThreshold).toBeGreaterThan(waits)
  expect(progressDeadlineSeconds).toBeGreaterThan(periodSeconds * failureThreshold)
})

test('a pod has the memory that the handbook says a process takes', () => {
  const own = /\| memory +\| (\d+) MB and `KEPT_MEMORY_MB` a worker/.exec(
    text('docs/operations.md'),
  )
  const wanted = Number(own?.[1]) + limitSettings.KEPT_MEMORY_MB.parse(undefined)
  const { requests } = manifest('Deployment').spec.template.spec.containers[0].resources
  const mebibytes = Number(/^(\d+)Mi$/.exec(requests.memory)?.[1])
  expect(mebibytes * 1.048_576).toBeGreaterThanOrEqual(wanted)
})

test('a migration that fails once does not keep the shop down, nor does one take it away', () => {
  expect(text('deploy/systemd/freehub.service')).not.toMatch(
    /^(Requires|BindsTo|PartOf)=.*migrate/m,
  )
  expect(text('deploy/systemd/freehub-migrate.service')).toContain('Restart=on-failure')
  expect(text('docs/operations.md')).not.toContain('systemctl restart freehub-migrate')
})

test('who keeps a pooler migrates and backs up past it under systemd too', () => {
  for (const unit of ['freehub', 'freehub-migrate', 'freehub-backup']) {
    expect(text(`deploy/systemd/${unit}.service`)).toContain(
      '\nEnvironmentFile=/etc/freehub/settings\n',
    )
  }
})

test.skipIf(process.platform === 'win32')(
  'the shop’s commands have the settings and secrets of the service, unless they are told others',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'freehub-commands-'))
    const write = (file: string, content: string, mode = 0o600) => {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
      writeFileSync(path.join(folder, file), content, { mode })
    }
    const says = (said: string) => `#!/bin/sh\necho "${said} $*"; env\n`
    write(
      'settings',
      'PUBLIC_URL=https://shop.example\nMAIL_FROM="Freehub <orders@shop.example>"\n',
    )
    write('secrets/database-url', 'postgresql://…/freehub')
    write('secrets/database-url~', 'what an editor leaves')
    write('shop/bin/node', says('the one that runs'), 0o700)
    write('shop.new/bin/node', says('the new one'), 0o700)
    const script = text('deploy/systemd/freehub-shop')
      .replaceAll('/etc/freehub/', `${folder}/`)
      .replaceAll('/opt/freehub}', `${folder}/shop}`)
    write('freehub-shop', script, 0o700)
    const run = (env: Record<string, string>) =>
      execFileSync(path.join(folder, 'freehub-shop'), ['restore', 'a file'], {
        env: { PATH: process.env.PATH, ...env },
        encoding: 'utf8',
      }).split('\n')
    const file = `DATABASE_URL_FILE=${folder}/secrets/database-url`
    try {
      const usual = run({})
      expect(usual[0]).toBe(
        `the one that runs ${folder}/shop/server/commands/shop.ts restore a file`,
      )
      expect(usual).toEqual(
        expect.arrayContaining([
          file,
          'PUBLIC_URL=https://shop.example',
          'MAIL_FROM=Freehub <orders@shop.example>',
          'NODE_ENV=production',
        ]),
      )
      const told = run({
        FREEHUB: `${folder}/shop.new`,
        DATABASE_URL: "postgresql://it's/new",
        PUBLIC_URL: 'https://new.example',
      })
      expect(told[0]).toMatch(
        /^the new one .*\/shop\.new\/server\/commands\/shop\.ts restore a file$/,
      )
      expect(told).toContain("DATABASE_URL=postgresql://it's/new")
      expect(told).toContain('PUBLIC_URL=https://new.example')
      expect(told).not.toContain(file)
    } finally {
      await rm(folder, { recursive: true })
    }
  },
)

test('a proxy takes what the shop takes, and closes a connection before the shop does', () => {
  const keptSeconds = limitSettings.KEEP_ALIVE_SECONDS.parse(undefined)
  const upstream = /upstream freehub {[^}]*keepalive_timeout (\d+)s/.exec(nginx)?.[1]
  const caddy = /keepalive (\d+)s/.exec(text('deploy/caddy/Caddyfile'))?.[1]
  expect(Number(upstream)).toBeLessThan(keptSeconds)
  expect(Number(caddy)).toBeLessThan(keptSeconds)
  const most = `${IMPORT_BYTES_MAXIMUM / 1024 / 1024}m`
  expect(nginx).toContain(`client_max_body_size ${most};`)
  expect(manifest('Ingress').metadata.annotations).toMatchObject({
    'nginx.ingress.kubernetes.io/proxy-body-size': most,
  })
})

test('no visitor may take all the answers that are made anew at a time', () => {
  const most = limitSettings.KEPT_MAKING_MAX.parse(undefined)
  const byNginx = /limit_conn freehub_visitor (\d+);/.exec(nginx)?.[1]
  const { annotations } = manifest('Ingress').metadata
  expect(Number(byNginx)).toBeLessThan(most)
  expect(Number(annotations['nginx.ingress.kubernetes.io/limit-connections'])).toBeLessThan(most)
})

test('actions of others are pinned to a commit', () => {
  const uses = [...text('.github/workflows/ci.yml').matchAll(/uses: (\S+)/g)].map(([, one]) => one)
  expect(uses.length).toBeGreaterThan(1)
  expect(uses.filter((one) => !/@[0-9a-f]{40}$/.test(one as string))).toEqual([])
})

test('every command that the documents name is there', () => {
  const { scripts } = JSON.parse(text('package.json'))
  const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/operations.md']
  const named = documents.flatMap((file) =>
    [...text(file).matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name]) => name as string),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test('every alert has an entry in the runbook', () => {
  const headings = [...text('docs/operations.md').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
  const alerts = text('deploy/prometheus/alerts.yml')
  const anchors = [...alerts.matchAll(/operations\.md#([\w-]+)/g)].map(([, anchor]) => anchor)
  expect(anchors.length).toBeGreaterThan(0)
  expect(anchors).toHaveLength([...alerts.matchAll(/- alert: /g)].length)
  expect(anchors.filter((anchor) => !headings.includes(anchor as string))).toEqual([])
})

test('PostgreSQL understands what the handbook tells to ask it', async () => {
  const statements = [...text('docs/operations.md').matchAll(/```sql\n(.*?)```/gs)].map(
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

test('what the documents of operation link to is there', () => {
  const links = ['docs/operations.md', 'SECURITY.md'].flatMap((file) =>
    [...text(file).matchAll(/\]\((?!https:|#)([^)#]+)/g)].map(([, to]) =>
      path.join(path.dirname(file), to as string),
    ),
  )
  expect(links.length).toBeGreaterThan(3)
  expect(links.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})
