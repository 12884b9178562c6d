interface Client {
  tokenUrl: string
  clientId: string
  clientSecret: string
  /** What the provider must answer within. */
  timeoutMs: number
}

interface Grant {
  code: string
  redirectURI: string
  codeVerifier?: string | undefined
}

interface TokenAnswer {
  access_token?: string
  id_token?: string
  error?: string
  error_description?: string
}

/**
 * Exchanges an authorization code for tokens (RFC 6749 §4.1.3). Throws what the provider says
 * against it: Google by a status of 400, GitHub with a status of 200.
 */
export async function exchangeCode(client: Client, grant: Grant) {
  const response = await fetch(client.tokenUrl, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: client.clientId,
      client_secret: client.clientSecret,
      code: grant.code,
      redirect_uri: grant.redirectURI,
      ...(grant.codeVerifier && { code_verifier: grant.codeVerifier }),
    }),
    redirect: 'error',
    signal: AbortSignal.timeout(client.timeoutMs),
  })
  const answer = (await response.json().catch(() => ({}))) as TokenAnswer
  if (!response.ok || answer.error || !answer.access_token) {
    const said = answer.error_description ?? answer.error ?? 'no token'
    throw new Error(`${client.tokenUrl} answered ${response.status}: ${said}`)
  }
  return {
    accessToken: answer.access_token,
    ...(answer.id_token && { idToken: answer.id_token }),
  }
}
