import type { ProfileUpdate } from '@freehub/contract/users/user-schemas'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { clearDraft } from '../../../ui/forms/form-draft.ts'
import { orderContactQuery } from '../../orders/purchase/use-order-form.ts'
import { profilePath, profileQuery } from './profile-query.ts'

/** Storage key of the unsaved profile form. */
export const PROFILE_DRAFT = 'profileUpdate'

/** Updates the user's own profile. Empty fields keep their value. Refetches the profile, also after errors. */
export function useUpdateProfile(email: string) {
  const client = useQueryClient()
  const { queryKey } = profileQuery(email)

  return useMutation({
    mutationFn: async (update: ProfileUpdate): Promise<{ changed: boolean }> => {
      const { result } = await call<{ result: { modifiedCount: number } }>(
        'PUT',
        profilePath(email),
        { body: update },
      )
      return { changed: result.modifiedCount > 0 }
    },
    networkMode: 'always',
    onSuccess: ({ changed }, update) => {
      clearDraft(email, PROFILE_DRAFT)
      if (!changed) return
      client.setQueryData(queryKey, (before) => before && { ...before, ...omitEmpty(update) })
      client.removeQueries({ queryKey: orderContactQuery(email).queryKey })
      void showToast('Profile update successful')
    },
    onSettled: () => void client.invalidateQueries({ queryKey }),
  })
}

function omitEmpty(update: ProfileUpdate): ProfileUpdate {
  return Object.fromEntries(Object.entries(update).filter(([, value]) => value))
}
