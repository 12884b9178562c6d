import path from 'node:path'
import { find, root, run } from './programs.ts'

const WITHIN_MS = 20 * 60_000
export const IMAGE = 'localhost/freehub-check'

export interface Engine {
  /** Runs a command of the engine; answers what it says. */
  run(args: string[]): Promise<string>
  build(): Promise<void>
  isHealthy(name: string): Promise<boolean>
}

/** Docker where it runs; else podman, for root on a Debian, with stand-ins for images from elsewhere. */
export async function findEngine(): Promise<Engine | undefined> {
  const works = (program: string) => run(program, ['info']).then(Boolean, () => false)
  if (find('docker') && (await works('docker'))) return docker
  const isRoot = process.getuid?.() === 0
  return isRoot && find('podman') && find('debootstrap') ? podman : undefined
}

const docker: Engine = {
  run: (args) => run('docker', args),
  async build() {
    const args = ['build', '--file=deploy/Dockerfile', `--tag=${IMAGE}`, '.']
    await run('docker', args, { withinMs: WITHIN_MS })
  },
  async isHealthy(name) {
    const said = await run('docker', ['inspect', '--format={{.State.Health.Status}}', name])
    return said.trim() !== 'unhealthy'
  },
}

/** What a machine may set that is a guest itself. */
const LIMITS = ['--ulimit=nofile=16384:16384', '--ulimit=nproc=1024:1024']

const podman: Engine = {
  run([command = '', ...args]) {
    const limits = command === 'run' ? LIMITS : []
    const global = ['--runtime=runc', '--cgroup-manager=cgroupfs']
    return run('podman', [...global, command, ...limits, ...args])
  },
  async build() {
    const work = path.join(root, '.cache/images')
    const standIns = path.join(root, 'scripts/check/deploy/stand-in-images.sh')
    await run(standIns, [work], { withinMs: WITHIN_MS })
    await run(
      'buildah',
      [
        'bud',
        '--layers',
        '--isolation=chroot',
        '--network=host',
        '--format=docker',
        '--ulimit=nofile=16384:16384',
        '--build-arg=BUILD_IMAGE=localhost/freehub-build',
        '--build-arg=BASE_IMAGE=localhost/freehub-base',
        '--file=deploy/Dockerfile',
        `--tag=${IMAGE}`,
        '.',
      ],
      { withinMs: WITHIN_MS },
    )
  },
  async isHealthy(name) {
    return this.run(['healthcheck', 'run', name]).then(
      () => true,
      () => false,
    )
  },
}
