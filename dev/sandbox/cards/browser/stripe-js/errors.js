/** Creates an error for wrong use of the API by the page. */
export function integrationError(message) {
  const error = new Error(message)
  error.name = 'IntegrationError'
  return error
}

/** Returns the intent ID in a client secret such as `pi_1_secret_2`. */
export function intentIdOf(clientSecret, method) {
  const id = /^(pi_[^_]+)_secret_[^_]+$/.exec(String(clientSecret))?.[1]
  if (id) return id
  throw integrationError(
    `Invalid value for stripe.${method} intent secret: value should be a client secret of the form \${id}_secret_\${secret}. You specified: ${clientSecret}.`,
  )
}
