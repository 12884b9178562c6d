/**
 * Writes lettering.ts: the few letters that drawings need, cut out of Saira (width 68, weight 500)
 * and the diameter sign out of Archivo. Run it again after a new release of either face:
 * `node drawings/make-lettering.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const letters = '0123456789.,×°–+/= ABCDEFGHIJKLMNOPQRSTUVWXYZ'

async function cut(face: string, text: string, axes: Record<string, number>): Promise<string> {
  const file = readFileSync(
    fileURLToPath(import.meta.resolve(`@fontsource-variable/${face}.woff2`)),
  )
  const woff2 = await subsetFont(file, text, {
    targetFormat: 'woff2',
    variationAxes: axes,
    noLayoutClosure: true,
  })
  return woff2.toString('base64')
}

const saira = await cut('saira/files/saira-latin-wdth-normal', letters, { wdth: 68, wght: 500 })
const archivo = await cut('archivo/files/archivo-latin-standard-normal', 'Ø', {
  wdth: 100,
  wght: 500,
})

writeFileSync(
  new URL('lettering.ts', import.meta.url),
  `// Written by make-lettering.ts from the faces of @fontsource-variable. Both are under the SIL Open Font License 1.1.

/** The characters a drawing may letter; the diameter sign Ø comes from the second face. */
export const letters = '${letters}'

/** Saira, width 68, weight 500: WOFF2 in base64. */
export const saira =
  '${saira}'

/** Archivo, weight 500, the diameter sign alone: WOFF2 in base64. */
export const archivo =
  '${archivo}'
`,
)
