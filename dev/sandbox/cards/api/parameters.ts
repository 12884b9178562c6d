import { parameterError } from './errors.ts'

/** Throws a RequestError for the first parameter that is not in `supported`. */
export function checkParameters(form: Form, supported: string[]) {
  for (const name of Object.keys(form)) {
    if (supported.includes(name)) continue
    const message = `Received unknown parameter: ${name}, or the sandbox does not support it.`
    throw parameterError(name, message, 'parameter_unknown')
  }
}

export function readText(form: Form, name: string, maxLength = 5000): string | undefined {
  const value = form[name]
  if (value === undefined || value === '') return undefined
  if (typeof value !== 'string')
    throw parameterError(name, `Invalid string: ${JSON.stringify(value)}`)
  if (value.length > maxLength) {
    throw parameterError(name, `Invalid ${name}: must be at most ${maxLength} characters`)
  }
  return value
}

export function readRequiredText(form: Form, name: string): string {
  const value = readText(form, name)
  if (value === undefined) {
    throw parameterError(name, `Missing required param: ${name}.`, 'parameter_missing')
  }
  return value
}

export function readInteger(form: Form, name: string): number | undefined {
  const value = readText(form, name)
  if (value === undefined) return undefined
  if (!/^-?\d{1,15}$/.test(value)) {
    throw parameterError(name, `Invalid integer: ${value}`, 'parameter_invalid_integer')
  }
  return Number(value)
}

export function readBoolean(form: Form, name: string): boolean | undefined {
  const value = readText(form, name)
  if (value === undefined) return undefined
  if (value !== 'true' && value !== 'false') throw parameterError(name, `Invalid boolean: ${value}`)
  return value === 'true'
}

export function readEnum<T extends string>(form: Form, name: string, allowed: readonly T[]) {
  const value = readText(form, name)
  if (value === undefined) return undefined
  if (!allowed.includes(value as T)) {
    throw parameterError(name, `Invalid ${name}: must be one of ${allowed.join(', ')}`)
  }
  return value as T
}

export function readTextList(form: Form, name: string): string[] | undefined {
  const value = form[name]
  if (value === undefined || value === '') return undefined
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    throw parameterError(name, 'Invalid array')
  }
  return value
}

/** Reads a parameter that contains other parameters, such as `metadata`. Throws a RequestError for another value. */
export function readMap(form: Form, name: string): Form | undefined {
  const value: FormValue | undefined = form[name]
  if (value === undefined || value === '') return undefined
  if (typeof value !== 'object' || Array.isArray(value))
    throw parameterError(name, 'Invalid object')
  return value
}

/** Returns the updated metadata. An empty value removes its key, an empty `metadata` removes all keys. */
export function readMetadata(
  form: Form,
  before: Record<string, string> = {},
): Record<string, string> {
  if (form.metadata === '') return {}
  const after = { ...before }
  for (const [name, value] of Object.entries(readMap(form, 'metadata') ?? {})) {
    if (typeof value !== 'string')
      throw parameterError('metadata', 'Metadata values must be strings.')
    if (name.length > 40) throw parameterError('metadata', 'Metadata keys may have 40 characters.')
    if (value.length > 500)
      throw parameterError('metadata', 'Metadata values may have 500 characters.')
    if (value === '') delete after[name]
    else after[name] = value
  }
  if (Object.keys(after).length > 50) throw parameterError('metadata', 'Metadata may have 50 keys.')
  return after
}

/** A decoded body or query. Maps have no prototype. */
export type Form = { [name: string]: FormValue }
type FormValue = string | FormValue[] | Form

const MAX_PARAMETERS = 1000
const MAX_DEPTH = 6

/** Decodes `a=1&b[c]=2&d[]=3&e[0][f]=4` like Stripe's API. */
export function decodeForm(text: string): Form {
  const form: Form = Object.create(null)
  const pairs = [...new URLSearchParams(text)]
  if (pairs.length > MAX_PARAMETERS) throw parameterError('parameters', 'Too many parameters.')
  for (const [name, value] of pairs) setValue(form, splitParameterName(name), value)
  return mapsToLists(form) as Form
}

/** Splits a parameter name such as `a[b][]` into its keys: `a`, `b` and an empty key. */
function splitParameterName(name: string): string[] {
  const path = [
    name.replace(/\[.*$/s, ''),
    ...[...name.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? ''),
  ]
  if (path.length > MAX_DEPTH) throw parameterError(name, `Invalid parameter name: ${name}`)
  return path
}

/** Sets the value at a path of keys. An empty key adds an item: `a[]`. */
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
