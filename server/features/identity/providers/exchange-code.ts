interface Client {
  tokenUrl: string
  clientId: string
  clientSecret: string
  timeoutMs: number
}

interface Grant {
  code: string
  redirectURI: string
  codeVerifier?: string | undefined
}

interface TokenResponse {
  access_token?: string
  id_token?: string
  error?: string
  error_description?: string
}

/** Exchanges an authorization code for tokens (RFC 6749 §4.1.3). Throws if the provider returns no access token. */
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
  const body = (await response.json().catch(() => ({}))) as TokenResponse
  if (!response.ok || body.error || !body.access_token) {
    const reason = body.error_description ?? body.error ?? 'no token'
    throw new Error(`${client.tokenUrl} responded with ${response.status}: ${reason}`)
  }
  return {
    accessToken: body.access_token,
    ...(body.id_token && { idToken: body.id_token }),
  }
}
