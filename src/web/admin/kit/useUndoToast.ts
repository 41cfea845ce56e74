import { UndoBulkAct } from '../../../modules/operations/bulkActs/contract.ts'
import { toast } from '../../ui/toast.ts'
import { useCommandCall } from './api.ts'

interface Done {
  text?: string
  /** Missing if the act changed nothing, and from a process of the previous release. */
  actId?: number | undefined
}

/**
 * Returns a function that shows a toast, whose button undoes the act, also after the screen has closed. `renews` are the
 * names of the queries that the undo makes outdated.
 */
export function useUndoToast(renews: string[]): (title: string, done: Done) => void {
  const undo = useCommandCall(UndoBulkAct, { failed: 'Impossibile annullare', renews })
  return (title, { text, actId }) =>
    toast({
      title,
      ...(text !== undefined && { text }),
      ...(actId !== undefined && { action: { label: 'Annulla', run: () => undo.mutate({ id: actId }) } }),
    })
}
