import type { ProfileUpdate } from '@freehub/contract/users/users'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { dropDraft } from '../../../ui/forms/form-draft.ts'
import { contactForOrders } from '../../orders/purchase/contact-for-orders.ts'
import { profilePath, profileQuery } from './profile-query.ts'

/** What is typed into the profile and not sent yet is kept under this name. */
export const PROFILE_DRAFT = 'profileUpdate'

/** Updates one's own profile; what is empty keeps its old value. Whatever is answered, it is read anew. */
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
      dropDraft(email, PROFILE_DRAFT)
      if (!changed) return
      client.setQueryData(queryKey, (before) => before && { ...before, ...filled(update) })
      client.removeQueries({ queryKey: contactForOrders(email).queryKey })
      void showToast('Profile update successful')
    },
    onSettled: () => void client.invalidateQueries({ queryKey }),
  })
}

function filled(update: ProfileUpdate): ProfileUpdate {
  return Object.fromEntries(Object.entries(update).filter(([, value]) => value))
}
