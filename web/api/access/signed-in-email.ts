import { useState } from 'react'
import { queryClient } from '../query-client.ts'
import { type Identity, SESSION_QUERY_KEY } from './read-identity.ts'

/** Returns the email of the user who was signed in at the first render, also after a forced sign-out. */
export const useSignedInEmail = (): string => useState(readSignedInEmail)[0]

/** Returns the email of the signed-in user. Empty if no user is signed in. */
export const readSignedInEmail = (): string =>
  queryClient.getQueryData<Identity | null>(SESSION_QUERY_KEY)?.email ?? ''
