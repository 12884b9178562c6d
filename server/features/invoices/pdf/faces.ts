import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

export type Weight = 'regular' | 'bold'

/** A face of Noto Sans: one writing system in one weight. */
export interface Face {
  /** By which the document knows it. */
  name: string
  font: Font
  /** Its letters join and change places: what they look like is not what they say. */
  isJoined: boolean
}

/** The scripts that papers can say, the usual ones first; the fonts come in files of one each. */
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

const opened = new Map<string, Face>()
const { resolve } = createRequire(import.meta.url)

/** The faces of a weight, the usual ones first. Each is opened when it is first asked for, and kept. */
export function* faces(weight: Weight): Generator<Face> {
  for (const script of SCRIPTS) yield face(script, weight)
}

function face(script: Script, weight: Weight): Face {
  const name = `${script}-${weight}`
  const known = opened.get(name)
  if (known) return known
  const font = create(readFileSync(resolve(fileOf(script, weight))))
  const isJoined = script === 'devanagari' || script === 'bengali'
  opened.set(name, { name, font, isJoined })
  return { name, font, isJoined }
}

/** The Bengali face has no weight of 600. */
function fileOf(script: Script, weight: Weight): string {
  if (script === 'bengali') {
    const file = `noto-sans-bengali-bengali-${weight === 'bold' ? 700 : 400}-normal.woff`
    return `@fontsource/noto-sans-bengali/files/${file}`
  }
  const file = `noto-sans-${script}-${weight === 'bold' ? 600 : 400}-normal.woff`
  return `@fontsource/noto-sans/files/${file}`
}
