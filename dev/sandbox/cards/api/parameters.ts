import { parameterError } from './errors.ts'
import type { Form, FormValue } from './form.ts'

/** States for each parameter of the SDK's types whether the stand-in supports it. */
export type ParameterSupport = Record<string, 'supported' | 'unsupported'>

/** Rejects unknown and unsupported parameters. */
export function checkParameters(form: Form, support: ParameterSupport) {
  for (const name of Object.keys(form)) {
    if (!Object.hasOwn(support, name)) {
      throw parameterError(name, `Received unknown parameter: ${name}`, 'parameter_unknown')
    }
    if (support[name] === 'unsupported') {
      throw parameterError(name, `The sandbox does not support the parameter ${name}.`)
    }
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

export function readMap(form: Form, name: string): Form | undefined {
  const value: FormValue | undefined = form[name]
  if (value === undefined || value === '') return undefined
  if (typeof value !== 'object' || Array.isArray(value))
    throw parameterError(name, 'Invalid object')
  return value
}

/** Returns the updated metadata. An empty value removes its key. */
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
