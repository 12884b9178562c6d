import { runNpm } from '../prepare/run-command.mjs'
import { everythingShipped } from './everything-shipped.mjs'

/**
 * What ships as a software bill of materials, in CycloneDX' JSON: npm's own of the whole lock file, less what
 * is only there for development or belongs to another system.
 * @param {Record<string, any>} packages what package-lock.json says under `packages`
 */
export async function sbomOf(packages) {
  const { code, output } = await runNpm(
    ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--loglevel=error'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  if (code !== 0) throw new Error(`npm could not list what ships.\n${output}`)
  const bom = JSON.parse(output)
  const ours = ['', 'server', 'contract', 'web'].map((where) => packages[where])
  const shipped = new Set(
    [...ours, ...everythingShipped(packages).values()].map(
      ({ name, version }) => `${name}@${version}`,
    ),
  )
  bom.metadata.component.name = packages[''].name
  const components = bom.components.filter((one) => shipped.has(one['bom-ref']))
  const dependencies = bom.dependencies
    .filter(({ ref }) => shipped.has(ref))
    .map(({ ref, dependsOn = [] }) => ({
      ref,
      dependsOn: dependsOn.filter((on) => shipped.has(on)),
    }))
  return `${JSON.stringify({ ...bom, components, dependencies }, null, 2)}\n`
}
