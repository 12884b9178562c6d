import type { PartDetails } from '@freehub/contract/catalog/parts'

export interface Attribute {
  label: string
  value: string
}

type Value = PartDetails['attributes'][string]

const UNITS: Record<string, string> = {
  mm: ' mm',
  g: ' g',
  m: ' m',
  kg: ' kg',
  kn: ' kN',
  deg: '°',
  bar: ' bar',
  lx: ' lx',
  v: ' V',
  w: ' W',
  inch: ' in',
}

/** Words that are not written as a person would say them once the underscores are gone. */
const WORDS: Record<string, string> = {
  bcd: 'BCD',
  erd: 'ERD',
  etrto: 'ETRTO',
  max: 'maximum',
  min: 'minimum',
  old: 'over locknut',
  pcd: 'PCD',
  q: 'Q',
  shis: 'SHIS',
  tpi: 'TPI',
}

/** Names that say too little without their unit. */
const NAMES: Record<string, string> = {
  inch: 'Size in inches',
  max_bar: 'Maximum pressure',
  tpi: 'Threads per inch',
}

/** The catalogue's attributes as a table says them: `bcd_mm: 104` is `BCD`, `104 mm`. */
export function attributeTable(attributes: PartDetails['attributes']): Attribute[] {
  return Object.entries(attributes)
    .filter(([name, value]) => !saidElsewhere(name, value))
    .map(([name, value]) => readAttribute(name, value))
}

/** The material stands in the title block, and pieces are pieces unless they come as something else. */
function saidElsewhere(name: string, value: Value): boolean {
  return name === 'material' || (name === 'sold_as' && value === 'piece')
}

function readAttribute(name: string, value: Value): Attribute {
  const words = name.split('_')
  const unit = words.length > 1 ? UNITS[words.at(-1) ?? ''] : undefined
  if (unit) words.pop()
  return { label: NAMES[name] ?? labelOf(words), value: inWords(value, unit ?? '') }
}

function labelOf(words: string[]): string {
  const label = words.map((word) => WORDS[word] ?? word).join(' ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}

function inWords(value: Value, unit: string): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (!Array.isArray(value)) return `${value}${unit}`
  return `${value.join(unit === '' ? ', ' : ' / ')}${unit}`
}
