import { parameterError } from './errors.ts'

/** A decoded body or query. Maps have no prototype. */
export type Form = { [name: string]: FormValue }
export type FormValue = string | FormValue[] | Form

const MAX_PARAMETERS = 1000
const MAX_DEPTH = 6

/** Decodes `a=1&b[c]=2&d[]=3&e[0][f]=4` like Stripe's API. */
export function decodeForm(text: string): Form {
  const form: Form = Object.create(null)
  const pairs = [...new URLSearchParams(text)]
  if (pairs.length > MAX_PARAMETERS) throw parameterError('parameters', 'Too many parameters.')
  for (const [name, value] of pairs) setValue(form, parsePath(name), value)
  return mapsToLists(form) as Form
}

function parsePath(name: string): string[] {
  const path = [
    name.replace(/\[.*$/s, ''),
    ...[...name.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? ''),
  ]
  if (path.length > MAX_DEPTH) throw parameterError(name, `Invalid parameter name: ${name}`)
  return path
}

function setValue(form: Form, path: string[], value: string) {
  let map = form
  for (const [depth, name] of path.entries()) {
    const key = name || String(Object.keys(map).length)
    if (depth === path.length - 1) {
      map[key] = value
      return
    }
    const next = map[key] ?? Object.create(null)
    if (typeof next !== 'object') throw parameterError(name, `Invalid object: ${path[0]}`)
    map[key] = next
    map = next as Form
  }
}

/** Converts maps such as `{0: a, 1: b}` to lists. */
function mapsToLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  for (const [name, inner] of Object.entries(value)) value[name] = mapsToLists(inner)
  const names = Object.keys(value)
  const isList = names.length > 0 && names.every((name, index) => name === String(index))
  return isList ? Object.values(value) : value
}
