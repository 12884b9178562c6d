import { type ComponentProps, useState } from 'react'
import { useSignedInEmail } from '../../api/access/signed-in-email.ts'
import { Button } from '../button.tsx'
import { Field } from '../forms/field.tsx'
import { clearDraft, readDraft, saveDraft } from '../forms/form-draft.ts'
import { onEnter } from '../forms/on-enter.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { type Action, type ActionCallbacks, useAction } from './use-action.ts'

export interface DialogCallbacks extends ActionCallbacks {
  onClose: () => void
}

type DialogTexts = Pick<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'text' | 'note' | 'subject' | 'confirmLabel' | 'isHarmless'
>

interface ActionDialogProps<Result> extends DialogTexts, DialogCallbacks {
  action: Action<Result>
}

/** Asks for confirmation, then runs the action. */
export function ActionDialog<Result>(props: ActionDialogProps<Result>) {
  const { action, onDone, onRefused, ...dialog } = props
  const { run, isPending } = useAction(action, { onDone, onRefused })
  return <ConfirmDialog busy={isPending} onConfirm={() => run()} {...dialog} />
}

interface ReasonDialogProps<Result> extends DialogTexts, DialogCallbacks {
  action: Action<Result, string>
  maxLength: number
  /** True: the reason may be empty. The initial focus is then on 'No', because Enter in the field would confirm. */
  isOptional?: boolean
}

/** Asks for a reason, then runs the action with it. After a failure, the next dialog offers the reason again. */
export function ReasonDialog<Result>(props: ReasonDialogProps<Result>) {
  const { action, maxLength, isOptional = false, onDone, onRefused, ...dialog } = props
  const draftName = `reason:${dialog.title} ${dialog.subject ?? dialog.text}`
  const email = useSignedInEmail()
  const [input, setInput] = useState(() => readDraft(email, draftName, { input: '' }).input)
  const [submitCount, setSubmitCount] = useState(0)
  const { run, isPending } = useAction(action, {
    onDone() {
      clearDraft(email, draftName)
      onDone()
    },
    onRefused(refusal) {
      saveDraft(email, draftName, { input })
      onRefused(refusal)
    },
  })
  const reason = input.trim()

  function submit() {
    setSubmitCount(submitCount + 1)
    if (isOptional || reason !== '') run(reason)
  }

  return (
    <ConfirmDialog
      busy={isPending}
      onConfirm={submit}
      focusesField={!isOptional}
      submitCount={submitCount}
      {...dialog}
    >
      <Field
        label="Reason"
        hint={isOptional ? 'Optional, visible to staff only' : 'Visible to staff only'}
        autoComplete="off"
        maxLength={maxLength}
        value={input}
        error={!isOptional && submitCount > 0 && reason === '' ? 'Reason required' : undefined}
        onKeyDown={onEnter(submit)}
        onChange={(event) => setInput(event.target.value)}
      />
    </ConfirmDialog>
  )
}

interface StaffActionButtonProps<Result> extends ActionCallbacks {
  label: string
  action: Action<Result>
  /** Id of the element that names the changed item, for lists. */
  describedBy?: string | undefined
  busyLabel?: string
}

/** A button that runs an action without confirmation. First it clears the shown refusal, with `onRefused('')`. */
export function StaffActionButton<Result>(props: StaffActionButtonProps<Result>) {
  const { label, action, describedBy, busyLabel = label, ...callbacks } = props
  const { run, isPending } = useAction(action, callbacks)

  function start() {
    callbacks.onRefused('')
    run()
  }
  return (
    <Button small aria-busy={isPending} aria-describedby={describedBy} onClick={start}>
      {isPending ? busyLabel : label}
    </Button>
  )
}
