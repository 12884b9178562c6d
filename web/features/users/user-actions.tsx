import { BAN_REASON_LENGTH } from '@freehub/contract/limits'
import type { ListedUser } from '@freehub/contract/users/user-schemas'
import { type ComponentProps, useState } from 'react'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import type { ActionCallbacks, ActionDialogProps } from '../../ui/dialogs/use-action.ts'
import { Field } from '../../ui/forms/field.tsx'
import { onEnter } from '../../ui/forms/on-enter.ts'
import { useSession } from '../identity/session.ts'
import { useBanUser, useMakeAdmin, useRemoveAdmin, useUnbanUser } from './change-user.ts'

export interface PendingUserAction {
  action: 'removeAdmin' | 'ban'
  user: ListedUser
}

interface UserButtonProps extends ActionCallbacks {
  user: ListedUser
  /** Id of the element that names the user, for lists. */
  describedBy?: string
}

interface UserActionsProps extends UserButtonProps {
  requestConfirmation: (action: PendingUserAction) => void
}

/** The buttons for a user. A banned user can only be unbanned. Admins cannot ban themselves. */
export function UserActions({ requestConfirmation, ...button }: UserActionsProps) {
  const { user, describedBy } = button
  const session = useSession()
  const isSelf = session.status === 'signedIn' && session.user.email === user.email
  if (user.banned) return <UnbanButton {...button} />
  const renderButton = (action: PendingUserAction['action'], label: string) => (
    <SmallButton
      className="btn-error"
      aria-describedby={describedBy}
      onClick={() => requestConfirmation({ action, user })}
    >
      {label}
    </SmallButton>
  )
  return (
    <>
      {user.role === 'admin' && renderButton('removeAdmin', 'Remove Admin')}
      {user.role === 'customer' &&
        (user.emailConfirmed ? (
          <MakeAdminButton {...button} />
        ) : (
          <p className="second">Can become an admin once the email is confirmed.</p>
        ))}
      {!isSelf && renderButton('ban', 'Ban')}
    </>
  )
}

function MakeAdminButton({ user, describedBy, ...callbacks }: UserButtonProps) {
  const { run, isPending } = useMakeAdmin(user, callbacks)

  function makeAdmin() {
    callbacks.onRefused('')
    run()
  }

  return (
    <SmallButton aria-busy={isPending} aria-describedby={describedBy} onClick={makeAdmin}>
      {isPending ? 'Making …' : 'Make Admin'}
    </SmallButton>
  )
}

function UnbanButton({ user, describedBy, ...callbacks }: UserButtonProps) {
  const { run, isPending } = useUnbanUser(user, callbacks)
  return (
    <SmallButton aria-busy={isPending} aria-describedby={describedBy} onClick={() => run()}>
      Unban
    </SmallButton>
  )
}

function SmallButton({ className = '', ...button }: ComponentProps<'button'>) {
  return <button type="button" className={`btn btn-outline ${className} btn-sm`} {...button} />
}

interface UserDialogProps extends ActionDialogProps {
  user: ListedUser
}

export function UserActionDialog({
  pending: { action, user },
  ...dialog
}: ActionDialogProps & { pending: PendingUserAction }) {
  return action === 'ban' ? (
    <BanDialog user={user} {...dialog} />
  ) : (
    <RemoveAdminDialog user={user} {...dialog} />
  )
}

function RemoveAdminDialog({ user, onClose, ...callbacks }: UserDialogProps) {
  const { run, isPending } = useRemoveAdmin(user, callbacks)
  return (
    <ConfirmDialog
      title="Remove this admin?"
      text={`${user.email} loses admin access immediately.`}
      confirmLabel="Remove Admin"
      busy={isPending}
      onConfirm={() => run()}
      onClose={onClose}
    />
  )
}

/** Asks for a reason too. */
function BanDialog({ user, onClose, ...callbacks }: UserDialogProps) {
  const [input, setInput] = useState('')
  const [isReasonMissing, setReasonMissing] = useState(false)
  const reason = input.trim()
  const { run, isPending } = useBanUser(user, reason, callbacks)

  function ban() {
    if (reason === '') setReasonMissing(true)
    else run()
  }

  return (
    <ConfirmDialog
      title="Ban this user?"
      text={`${user.email} is signed out on all devices immediately and can no longer sign in.`}
      confirmLabel="Ban"
      busy={isPending}
      onConfirm={ban}
      onClose={onClose}
    >
      <Field
        label="Reason"
        hint="Visible to staff only"
        autoComplete="off"
        maxLength={BAN_REASON_LENGTH}
        value={input}
        error={isReasonMissing && reason === '' ? 'Reason required' : undefined}
        onKeyDown={onEnter(ban)}
        onChange={(event) => setInput(event.target.value)}
      />
    </ConfirmDialog>
  )
}
