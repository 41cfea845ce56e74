import { EndGrant, ListGrants, ReopenGrant } from '../../../../modules/settings/grants/contract.ts'
import { toast } from '../../../ui/toast.ts'
import { useCommandCall } from '../../kit/api.ts'

/**
 * Closes a calendar at once: unlike the other grants it can be reopened, with the same URL. The toast calls the opposite
 * command, because the end of a grant is no recorded act: for 90 days every operator could undo it, but no driver could,
 * and no comparison of rows tells that the owner has a newer calendar.
 */
export function useCalendarEnd(): (id: string) => void {
  const reopen = useCommandCall(ReopenGrant, {
    done: 'Calendario riaperto',
    failed: 'Impossibile riaprire il calendario',
    renews: [ListGrants.http],
  })
  const end = useCommandCall(EndGrant, {
    failed: 'Impossibile chiudere il calendario',
    renews: [ListGrants.http],
  })
  return (id) =>
    end.mutate(
      { id },
      {
        onSuccess: () =>
          toast({
            title: 'Calendario chiuso',
            text: 'Il suo indirizzo non funziona più.',
            action: { label: 'Annulla', run: () => reopen.mutate({ id }) },
          }),
      },
    )
}
