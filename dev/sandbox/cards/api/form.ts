import { badParameter } from './refusals.ts'

/** A decoded body or query: text, or lists and maps of it. Maps have no prototype. */
export type Form = { [name: string]: FormValue }
export type FormValue = string | FormValue[] | Form

const MOST_PARAMETERS = 1000
const DEEPEST = 6

/** Decodes `a=1&b[c]=2&d[]=3&e[0][f]=4` as the provider's API does. */
export function decodeForm(text: string): Form {
  const form: Form = Object.create(null)
  const pairs = [...new URLSearchParams(text)]
  if (pairs.length > MOST_PARAMETERS) throw badParameter('parameters', 'Too many parameters.')
  for (const [name, value] of pairs) put(form, pathOf(name), value)
  return asLists(form) as Form
}

function pathOf(name: string): string[] {
  const path = [
    name.replace(/\[.*$/s, ''),
    ...[...name.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? ''),
  ]
  if (path.length > DEEPEST) throw badParameter(name, `Invalid parameter name: ${name}`)
  return path
}

function put(form: Form, path: string[], value: string) {
  let map = form
  for (const [depth, name] of path.entries()) {
    const key = name || String(Object.keys(map).length)
    if (depth === path.length - 1) {
      map[key] = value
      return
    }
    const next = map[key] ?? Object.create(null)
    if (typeof next !== 'object') throw badParameter(name, `Invalid object: ${path[0]}`)
    map[key] = next
    map = next as Form
  }
}

/** `{0: a, 1: b}` was a list when it was written. */
function asLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  for (const [name, inner] of Object.entries(value)) value[name] = asLists(inner)
  const names = Object.keys(value)
  const counted = names.length > 0 && names.every((name, index) => name === String(index))
  return counted ? Object.values(value) : value
}
