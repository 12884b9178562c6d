import { ATTRIBUTE_FILTER } from '@freehub/contract/catalog/part-filters'
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

/** Spellings of words in attribute names. In all other words, spaces replace the underscores. */
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

/** Labels of attributes that are unclear without their unit. */
const NAMES: Record<string, string> = {
  inch: 'Size in inches',
  input_v: 'Input voltage',
  input_w: 'Input power',
  max_bar: 'Maximum pressure',
  output_v: 'Output voltage',
  output_w: 'Output power',
  tpi: 'Threads per inch',
}

/** Attributes that decide what a part fits. Alternatives may differ in all others, such as the finish. */
const FIT_ATTRIBUTES = [
  'axle_diameter_mm',
  'bar_clamp_mm',
  'bcd_mm',
  'bead_seat_mm',
  'cable_pull',
  'cable_ratio',
  'designation',
  'driver',
  'freehub',
  'mount',
  'position',
  'post_diameter_mm',
  'rail_diameter_mm',
  'rotor_diameter_mm',
  'rotor_mount',
  'shell',
  'speeds',
  'spindle',
  'spoke_holes',
  'steerer',
  'stud',
  'thread',
  'use',
  'valve',
]

/** Returns filters for parts with the same fit attributes. */
export function listFitFilters(attributes: PartDetails['attributes']): string[] {
  return FIT_ATTRIBUTES.flatMap((name) =>
    [attributes[name] ?? []].flat().map((value) => `${name}:${value}`),
  ).filter((filter) => ATTRIBUTE_FILTER.test(filter))
}

/** Formats a part's attributes for a table: `bcd_mm: 104` becomes `BCD`, `104 mm`. Several labels can be equal. */
export function formatAttributes(attributes: PartDetails['attributes']) {
  return Object.entries(attributes)
    .filter(([name, value]) => !isOmitted(name, value))
    .map(([name, value]) => ({ name, ...formatAttribute(name, value) }))
}

/** True for a material as text, which the title block shows, and for 'piece', the default unit. */
function isOmitted(name: string, value: Value): boolean {
  return (
    (name === 'material' && typeof value === 'string') || (name === 'sold_as' && value === 'piece')
  )
}

/** Formats one attribute. The last word of its name may be the unit of its value: `bcd_mm`. */
export function formatAttribute(name: string, value: Value): Attribute {
  const words = name.split('_')
  const unit = words.length > 1 ? UNITS[words.at(-1) ?? ''] : undefined
  if (unit) words.pop()
  return { label: NAMES[name] ?? formatLabel(words), value: formatValue(value, unit ?? '') }
}

function formatLabel(words: string[]): string {
  const label = words.map((word) => WORDS[word] ?? word).join(' ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}

function formatValue(value: Value, unit: string): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (!Array.isArray(value)) return `${value}${unit}`
  return `${value.join(unit === '' ? ', ' : ' / ')}${unit}`
}
