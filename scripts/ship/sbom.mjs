import { runNpm } from '../prepare/run-command.mjs'
import { listThirdPartyPackages } from './third-party-packages.mjs'

/**
 * Creates the software bill of materials in CycloneDX JSON: npm's SBOM of the lock file, without packages
 * that do not ship.
 * @param {Record<string, any>} packages `packages` of package-lock.json
 */
export async function createSbom(packages) {
  const { code, output } = await runNpm(
    ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--loglevel=error'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  if (code !== 0) throw new Error(`npm sbom failed.\n${output}`)
  const bom = JSON.parse(output)
  const workspaces = ['', 'server', 'contract', 'web'].map((path) => packages[path])
  const shipped = new Set(
    [...workspaces, ...listThirdPartyPackages(packages).values()].map(
      ({ name, version }) => `${name}@${version}`,
    ),
  )
  bom.metadata.component.name = packages[''].name
  const components = bom.components.filter((component) => shipped.has(component['bom-ref']))
  const dependencies = bom.dependencies
    .filter(({ ref }) => shipped.has(ref))
    .map(({ ref, dependsOn = [] }) => ({
      ref,
      dependsOn: dependsOn.filter((on) => shipped.has(on)),
    }))
  return `${JSON.stringify({ ...bom, components, dependencies }, null, 2)}\n`
}
