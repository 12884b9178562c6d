const DOCS = 'https://docs.github.com/apps/managing-oauth-apps'
const ASKING = `${DOCS}/troubleshooting-authorization-request-errors`
const EXCHANGING = `${DOCS}/troubleshooting-oauth-app-access-token-request-errors`

const MISMATCH = 'The redirect_uri MUST match the registered callback URL for this application.'

/** The provider's errors, in its own words; the fields stand in its order. */
export const refusals = {
  accessDenied: {
    error: 'access_denied',
    error_description: 'The user has denied your application access.',
    error_uri: `${ASKING}/#access-denied`,
  },
  wrongRedirect: {
    error: 'redirect_uri_mismatch',
    error_description: MISMATCH,
    error_uri: `${ASKING}/#redirect-uri-mismatch`,
  },
  wrongChallenge: {
    error: 'invalid_request',
    error_description: 'The code_challenge_method must be S256.',
    error_uri: `${ASKING}/`,
  },
  wrongClient: {
    error: 'incorrect_client_credentials',
    error_description: 'The client_id and/or client_secret passed are incorrect.',
    error_uri: `${EXCHANGING}/#incorrect-client-credentials`,
  },
  wrongCode: {
    error: 'bad_verification_code',
    error_description: 'The code passed is incorrect or expired.',
    error_uri: `${EXCHANGING}/#bad-verification-code`,
  },
  otherRedirect: {
    error: 'redirect_uri_mismatch',
    error_description: MISMATCH,
    error_uri: `${ASKING}/#redirect-uri-mismatch2`,
  },
}
