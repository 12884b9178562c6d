const DOCS = 'https://docs.github.com/apps/managing-oauth-apps'
const AUTHORIZATION_DOCS = `${DOCS}/troubleshooting-authorization-request-errors`
const TOKEN_DOCS = `${DOCS}/troubleshooting-oauth-app-access-token-request-errors`

const MISMATCH = 'The redirect_uri MUST match the registered callback URL for this application.'

/** GitHub's own error texts, with the fields in GitHub's order. */
export const oauthErrors = {
  accessDenied: {
    error: 'access_denied',
    error_description: 'The user has denied your application access.',
    error_uri: `${AUTHORIZATION_DOCS}/#access-denied`,
  },
  redirectMismatch: {
    error: 'redirect_uri_mismatch',
    error_description: MISMATCH,
    error_uri: `${AUTHORIZATION_DOCS}/#redirect-uri-mismatch`,
  },
  unsupportedChallenge: {
    error: 'invalid_request',
    error_description: 'The code_challenge_method must be S256.',
    error_uri: `${AUTHORIZATION_DOCS}/`,
  },
  badClient: {
    error: 'incorrect_client_credentials',
    error_description: 'The client_id and/or client_secret passed are incorrect.',
    error_uri: `${TOKEN_DOCS}/#incorrect-client-credentials`,
  },
  badCode: {
    error: 'bad_verification_code',
    error_description: 'The code passed is incorrect or expired.',
    error_uri: `${TOKEN_DOCS}/#bad-verification-code`,
  },
  tokenRedirectMismatch: {
    error: 'redirect_uri_mismatch',
    error_description: MISMATCH,
    error_uri: `${AUTHORIZATION_DOCS}/#redirect-uri-mismatch2`,
  },
}
