import type { Form, FormValue } from './form.ts'
import { badParameter } from './refusals.ts'

/** For each parameter that the SDK's types know: whether the stand-in does what it asks for. */
export type KnownParameters = Record<string, 'done' | 'not done'>

/** Refuses parameters that the provider does not know, and says so of those left out here. */
export function checkKnown(form: Form, known: KnownParameters) {
  for (const name of Object.keys(form)) {
    if (!Object.hasOwn(known, name)) {
      throw badParameter(name, `Received unknown parameter: ${name}`, 'parameter_unknown')
    }
    if (known[name] === 'not done') {
      throw badParameter(name, `The sandbox's stand-in does not know what to do with ${name}.`)
    }
  }
}

export function text(form: Form, name: string, longest = 5000): string | undefined {
  const value = form[name]
  if (value === undefined || value === '') return undefined
  if (typeof value !== 'string')
    throw badParameter(name, `Invalid string: ${JSON.stringify(value)}`)
  if (value.length > longest) {
    throw badParameter(name, `Invalid ${name}: must be at most ${longest} characters`)
  }
  return value
}

export function requiredText(form: Form, name: string): string {
  const value = text(form, name)
  if (value === undefined) {
    throw badParameter(name, `Missing required param: ${name}.`, 'parameter_missing')
  }
  return value
}

export function integer(form: Form, name: string): number | undefined {
  const value = text(form, name)
  if (value === undefined) return undefined
  if (!/^-?\d{1,15}$/.test(value)) {
    throw badParameter(name, `Invalid integer: ${value}`, 'parameter_invalid_integer')
  }
  return Number(value)
}

export function flag(form: Form, name: string): boolean | undefined {
  const value = text(form, name)
  if (value === undefined) return undefined
  if (value !== 'true' && value !== 'false') throw badParameter(name, `Invalid boolean: ${value}`)
  return value === 'true'
}

export function oneOf<T extends string>(form: Form, name: string, allowed: readonly T[]) {
  const value = text(form, name)
  if (value === undefined) return undefined
  if (!allowed.includes(value as T)) {
    throw badParameter(name, `Invalid ${name}: must be one of ${allowed.join(', ')}`)
  }
  return value as T
}

export function texts(form: Form, name: string): string[] | undefined {
  const value = form[name]
  if (value === undefined || value === '') return undefined
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    throw badParameter(name, 'Invalid array')
  }
  return value
}

export function map(form: Form, name: string): Form | undefined {
  const value: FormValue | undefined = form[name]
  if (value === undefined || value === '') return undefined
  if (typeof value !== 'object' || Array.isArray(value)) throw badParameter(name, 'Invalid object')
  return value
}

/** Metadata after a change: an empty value takes its name away. */
export function metadata(form: Form, before: Record<string, string> = {}): Record<string, string> {
  if (form.metadata === '') return {}
  const after = { ...before }
  for (const [name, value] of Object.entries(map(form, 'metadata') ?? {})) {
    if (typeof value !== 'string')
      throw badParameter('metadata', 'Metadata values must be strings.')
    if (name.length > 40) throw badParameter('metadata', 'Metadata keys may have 40 characters.')
    if (value.length > 500)
      throw badParameter('metadata', 'Metadata values may have 500 characters.')
    if (value === '') delete after[name]
    else after[name] = value
  }
  if (Object.keys(after).length > 50) throw badParameter('metadata', 'Metadata may have 50 keys.')
  return after
}
