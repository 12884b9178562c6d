import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

export type Weight = 'regular' | 'bold'

/** A font file of Noto Sans: one script in one weight. */
export interface FontFace {
  /** Font name in the PDF. */
  name: string
  font: Font
  /** Glyphs are joined and reordered, so the PDF needs the original text beside them. */
  isComplexScript: boolean
}

/** Supported scripts, most common first. Each has its own font file. */
const SCRIPTS = [
  'latin',
  'latin-ext',
  'cyrillic',
  'greek',
  'vietnamese',
  'cyrillic-ext',
  'greek-ext',
  'devanagari',
  'bengali',
] as const
type Script = (typeof SCRIPTS)[number]

const loadedFaces = new Map<string, FontFace>()
const { resolve } = createRequire(import.meta.url)

/** Yields the faces of a weight, most common first. Loads each on first use and caches it. */
export function* listFaces(weight: Weight): Generator<FontFace> {
  for (const script of SCRIPTS) yield loadFace(script, weight)
}

function loadFace(script: Script, weight: Weight): FontFace {
  const name = `${script}-${weight}`
  const loaded = loadedFaces.get(name)
  if (loaded) return loaded
  const font = create(readFileSync(resolve(fontFile(script, weight))))
  const isComplexScript = script === 'devanagari' || script === 'bengali'
  loadedFaces.set(name, { name, font, isComplexScript })
  return { name, font, isComplexScript }
}

/** The Bengali face has no weight of 600. */
function fontFile(script: Script, weight: Weight): string {
  if (script === 'bengali') {
    const file = `noto-sans-bengali-bengali-${weight === 'bold' ? 700 : 400}-normal.woff`
    return `@fontsource/noto-sans-bengali/files/${file}`
  }
  const file = `noto-sans-${script}-${weight === 'bold' ? 600 : 400}-normal.woff`
  return `@fontsource/noto-sans/files/${file}`
}
