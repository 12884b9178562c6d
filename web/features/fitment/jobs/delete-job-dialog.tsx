import type { BuildJobEntry } from '@freehub/contract/fitment/fitment'
import { pluralize } from '@freehub/contract/money'
import { ActionDialog, type DialogCallbacks } from '../../../ui/dialogs/action-dialog.tsx'
import { deleteJob, JOBS_QUERY_KEY } from '../fitment-queries.ts'

interface DeleteJobDialogProps extends DialogCallbacks {
  job: Pick<BuildJobEntry, '_id' | 'name' | 'lineCount'>
}

export function DeleteJobDialog({ job, ...callbacks }: DeleteJobDialogProps) {
  return (
    <ActionDialog
      title="Delete this job?"
      text={`“${job.name}” has ${pluralize(job.lineCount, 'part', 'parts')}. Your cart stays as it is.`}
      confirmLabel="Delete Job"
      action={{
        send: () => deleteJob(job._id),
        toast: `Job deleted: ${job.name}`,
        failure: 'The job was not deleted.',
        refetch: (client) => void client.invalidateQueries({ queryKey: JOBS_QUERY_KEY }),
      }}
      {...callbacks}
    />
  )
}
