import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { IMPORT_BYTES_MAXIMUM } from '@freehub/contract/limits'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { settingNames } from '../server/config.ts'
import { limitSettings } from '../server/limit-settings.ts'
import { KILL_DELAY_MS } from '../server/shut-down-on-signal.ts'

const root = path.resolve(import.meta.dirname, '..')
const readText = (file: string) => readFileSync(path.join(root, file), 'utf8')

const files = ['deploy', '.github'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
)

// biome-ignore lint/suspicious/noExplicitAny: manifests of several kinds
const manifests: any[] = files
  .filter((file) => file.startsWith('deploy/kubernetes/'))
  .flatMap((file) => parseAllDocuments(readText(file)).map((document) => document.toJS()))
const manifest = (kind: string) => manifests.find((candidate) => candidate.kind === kind)
const compose = parseAllDocuments(readText('deploy/compose/compose.yaml'), {
  merge: true,
})[0]?.toJS()
const dockerfile = readText('deploy/Dockerfile')
const nginx = readText('deploy/nginx/freehub.conf')

test('every deployment YAML file parses', () => {
  const yaml = files.filter((file) => /\.ya?ml$/.test(file))
  expect(yaml.length).toBeGreaterThan(12)
  for (const file of yaml) {
    const errors = parseAllDocuments(readText(file)).flatMap((one) => one.errors)
    expect(errors, file).toEqual([])
  }
})

test('deployments set only settings that the shop knows', () => {
  const units = files.filter((file) => file.endsWith('.service')).map(readText)
  const names = [
    ...Object.keys(compose.services.shop.environment),
    ...Object.keys(manifest('ConfigMap').data),
    ...Object.keys(manifest('Secret').stringData),
    ...[...units.join('\n').matchAll(/^Environment=([A-Z_]+)=/gm)].map(([, name]) => name),
    ...[...readText('deploy/systemd/settings.example').matchAll(/^#? ?([A-Z_]+)=/gm)].map(
      ([, n]) => n,
    ),
    ...[...dockerfile.matchAll(/([A-Z_]+)=\S+/g)].map(([, name]) => name),
    // Settings of the Docker build and of the C library.
  ].filter((name) => !/^((BUILD|BASE)_IMAGE|MALLOC_[A-Z_]+)$/.test(name as string))
  const known = new Set(settingNames.flatMap((name) => [name, `${name}_FILE`]))
  expect(names.length).toBeGreaterThan(30)
  expect(names.filter((name) => !known.has(name as string))).toEqual([])
})

test('all deployments use the port that the shop listens on', () => {
  expect(dockerfile).toContain('PORT=3000')
  expect(dockerfile).toContain('EXPOSE 3000')
  const { ports } = manifest('Deployment').spec.template.spec.containers[0]
  expect(ports[0].containerPort).toBe(3000)
  const { METRICS_PORT, METRICS_HOST } = manifest('ConfigMap').data
  expect([ports[1].containerPort, METRICS_HOST]).toEqual([Number(METRICS_PORT), '0.0.0.0'])
  expect(compose.services.caddy.environment.SHOP_UPSTREAMS).toBe('shop:3000')
  expect(readText('deploy/caddy/Caddyfile')).toContain('{$SHOP_UPSTREAMS:127.0.0.1:3000}')
  expect(nginx).toContain('server 127.0.0.1:3000 ')
  expect(readText('deploy/systemd/settings.example')).toContain('PORT=3000')
})

test('the image and Kubernetes run the shop as the same unprivileged user', () => {
  expect(dockerfile).toContain('USER 65532:65532')
  for (const kind of ['Deployment', 'Job']) {
    const { securityContext } = manifest(kind).spec.template.spec
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65532 })
  }
})

test('deployments give pending requests enough time to finish on shutdown', () => {
  const shutdownMs = limitSettings.CLOSE_SECONDS.parse(undefined) * 1000 + KILL_DELAY_MS
  const { terminationGracePeriodSeconds, containers } = manifest('Deployment').spec.template.spec
  const preStopSeconds = containers[0].lifecycle.preStop.sleep.seconds
  expect((terminationGracePeriodSeconds - preStopSeconds) * 1000).toBeGreaterThan(shutdownMs)
  expect(Number.parseInt(compose.services.shop.stop_grace_period, 10) * 1000).toBeGreaterThan(
    shutdownMs,
  )
  const [, seconds] = /TimeoutStopSec=(\d+)s/.exec(readText('deploy/systemd/freehub.service')) ?? []
  expect(Number(seconds) * 1000).toBeGreaterThan(shutdownMs)
})

test('pods wait as long as a migration may take', () => {
  const { progressDeadlineSeconds, template } = manifest('Deployment').spec
  const { periodSeconds, failureThreshold } = template.spec.containers[0].startupProbe
  const waitSeconds = limitSettings.MIGRATION_WAIT_MINUTES.parse(undefined) * 60
  expect(waitSeconds).toBeGreaterThanOrEqual(manifest('Job').spec.activeDeadlineSeconds)
  expect(periodSeconds * failureThreshold).toBeGreaterThan(waitSeconds)
  expect(progressDeadlineSeconds).toBeGreaterThan(periodSeconds * failureThreshold)
})

test('a pod requests at least the memory that the operations manual states', () => {
  const documented = /Memory: (\d+) MB plus `CACHE_MEMORY_MB` for each worker/.exec(
    readText('docs/operations.md'),
  )
  const neededMb = Number(documented?.[1]) + limitSettings.CACHE_MEMORY_MB.parse(undefined)
  const { requests } = manifest('Deployment').spec.template.spec.containers[0].resources
  const mebibytes = Number(/^(\d+)Mi$/.exec(requests.memory)?.[1])
  expect(mebibytes * 1.048_576).toBeGreaterThanOrEqual(neededMb)
})

test('the alert MemoryHigh has the threshold that the operations manual states', () => {
  const documented = /(\d+) MB per worker is for the default `CACHE_MEMORY_MB` of (\d+)/.exec(
    readText('docs/operations.md'),
  )
  expect(readText('deploy/prometheus/alerts.yml')).toContain(` > ${documented?.[1]}e6\n`)
  expect(limitSettings.CACHE_MEMORY_MB.parse(undefined)).toBe(Number(documented?.[2]))
})

test('under systemd, a failed or restarted migration does not stop the shop', () => {
  expect(readText('deploy/systemd/freehub.service')).not.toMatch(
    /^(Requires|BindsTo|PartOf)=.*migrate/m,
  )
  expect(readText('deploy/systemd/freehub-migrate.service')).toContain('Restart=on-failure')
  expect(readText('docs/operations.md')).not.toContain('systemctl restart freehub-migrate')
})

test('the systemd units for shop, migration and backup read the settings file', () => {
  for (const unit of ['freehub', 'freehub-migrate', 'freehub-backup']) {
    expect(readText(`deploy/systemd/${unit}.service`)).toContain(
      '\nEnvironmentFile=/etc/freehub/settings\n',
    )
  }
})

test.skipIf(process.platform === 'win32')(
  'the backup service deletes old backups, including unfinished ones',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'freehub-backups-'))
    for (const file of [
      'old.backup',
      'old.backup.unfinished-1',
      'new.backup',
      'new.backup.unfinished-1',
    ]) {
      const days = file.startsWith('old') ? 16 : 13
      writeFileSync(path.join(folder, `freehub-${file}`), '')
      const time = Date.now() / 1000 - days * 24 * 3600
      utimesSync(path.join(folder, `freehub-${file}`), time, time)
    }
    const unit = readText('deploy/systemd/freehub-backup.service')
    const [, program = '', words = ''] = /^ExecStartPost=(\S+) (.*)$/m.exec(unit) ?? []
    execFileSync(program, words.replace(/\$\{\w+\}/, folder).split(' '))
    expect(readdirSync(folder).toSorted()).toEqual([
      'freehub-new.backup',
      'freehub-new.backup.unfinished-1',
    ])
    await rm(folder, { recursive: true })
  },
)

test.skipIf(process.platform === 'win32')(
  'shop commands use the service’s settings unless the environment overrides them',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'freehub-commands-'))
    const write = (file: string, content: string, mode = 0o600) => {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
      writeFileSync(path.join(folder, file), content, { mode })
    }
    const fakeNode = (name: string) => `#!/bin/sh\necho "${name} $*"; env\n`
    write(
      'settings',
      'PUBLIC_URL=https://shop.example\nMAIL_FROM="Freehub <orders@shop.example>"\n',
    )
    write('secrets/database-url', 'postgresql://…/freehub')
    write('secrets/database-url~', 'backup of an editor')
    write('shop/bin/node', fakeNode('current'), 0o700)
    write('shop.new/bin/node', fakeNode('new'), 0o700)
    const script = readText('deploy/systemd/freehub-shop')
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
      const defaults = run({})
      expect(defaults[0]).toBe(`current ${folder}/shop/server/commands/shop.ts restore a file`)
      expect(defaults).toEqual(
        expect.arrayContaining([
          file,
          'PUBLIC_URL=https://shop.example',
          'MAIL_FROM=Freehub <orders@shop.example>',
          'NODE_ENV=production',
        ]),
      )
      const overridden = run({
        FREEHUB: `${folder}/shop.new`,
        DATABASE_URL: "postgresql://it's/new",
        PUBLIC_URL: 'https://new.example',
      })
      expect(overridden[0]).toMatch(
        /^new .*\/shop\.new\/server\/commands\/shop\.ts restore a file$/,
      )
      expect(overridden).toContain("DATABASE_URL=postgresql://it's/new")
      expect(overridden).toContain('PUBLIC_URL=https://new.example')
      expect(overridden).not.toContain(file)
    } finally {
      await rm(folder, { recursive: true })
    }
  },
)

test('proxies accept the shop’s largest upload, and close idle connections before the shop does', () => {
  const keepAliveSeconds = limitSettings.KEEP_ALIVE_SECONDS.parse(undefined)
  const upstream = /upstream freehub {[^}]*keepalive_timeout (\d+)s/.exec(nginx)?.[1]
  const caddy = /keepalive (\d+)s/.exec(readText('deploy/caddy/Caddyfile'))?.[1]
  expect(Number(upstream)).toBeLessThan(keepAliveSeconds)
  expect(Number(caddy)).toBeLessThan(keepAliveSeconds)
  const maxBodySize = `${IMPORT_BYTES_MAXIMUM / 1024 / 1024}m`
  expect(nginx).toContain(`client_max_body_size ${maxBodySize};`)
  expect(manifest('Ingress').metadata.annotations).toMatchObject({
    'nginx.ingress.kubernetes.io/proxy-body-size': maxBodySize,
  })
})

test('one client cannot use up the concurrency limit for uncached responses', () => {
  const limit = limitSettings.CACHE_BUILDS_MAX.parse(undefined)
  const byNginx = /limit_conn freehub_client (\d+);/.exec(nginx)?.[1]
  const { annotations } = manifest('Ingress').metadata
  expect(Number(byNginx)).toBeLessThan(limit)
  expect(Number(annotations['nginx.ingress.kubernetes.io/limit-connections'])).toBeLessThan(limit)
})

test('third-party GitHub actions are pinned to a commit', () => {
  const actions = [...readText('.github/workflows/ci.yml').matchAll(/uses: (\S+)/g)].map(
    ([, name]) => name,
  )
  expect(actions.length).toBeGreaterThan(1)
  expect(actions.filter((name) => !/@[0-9a-f]{40}$/.test(name as string))).toEqual([])
})
