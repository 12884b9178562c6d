const unreachable = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
}

/** Calls the provider's API. Returns `{ status, body }` and never throws. */
export async function callApi(origin, method, path, fields) {
  const form = new URLSearchParams(fields)
  try {
    const response =
      method === 'GET'
        ? await fetch(`${origin}${path}?${form}`)
        : await fetch(origin + path, { method, body: form })
    return { status: response.status, body: await response.json() }
  } catch {
    return { status: 0, body: { error: unreachable } }
  }
}

/** `{ billing: { name: 'A' } }` → `{ 'billing[name]': 'A' }`. Omits empty values. */
export function flatten(fields, prefix = '') {
  return Object.entries(fields ?? {}).reduce((flat, [name, value]) => {
    const key = prefix ? `${prefix}[${name}]` : name
    if (value === null || value === undefined || value === '') return flat
    if (typeof value === 'object') return Object.assign(flat, flatten(value, key))
    flat[key] = String(value)
    return flat
  }, {})
}
