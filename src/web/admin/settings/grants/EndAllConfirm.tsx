import { EndAllGrants, ListGrants } from '../../../../modules/settings/grants/contract.ts'
import { useCommandCall } from '../../kit/api.ts'
import { Confirm } from '../../kit/Confirm.tsx'
import { showNumber } from '../../kit/format.ts'
import { logOut } from '../../kit/session.ts'

export interface Whose {
  adminUserId: number
  owner: string
}

export function EndAllConfirm({
  whose: { adminUserId, owner },
  isOwn,
  onClose,
}: {
  whose: Whose
  isOwn: boolean
  onClose: () => void
}) {
  const end = useCommandCall(EndAllGrants, {
    ...(isOwn ? {} : { done: ({ ended }) => `Accessi di ${owner} chiusi: ${showNumber(ended)}` }),
    failed: 'Impossibile chiudere gli accessi',
    renews: isOwn ? [] : [ListGrants.http],
    // The session of this browser has ended too.
    onDone: () => (isOwn ? void logOut() : onClose()),
  })
  return (
    <Confirm
      title={isOwn ? 'Uscire ovunque?' : `Chiudere tutti gli accessi di ${owner}?`}
      action={isOwn ? 'Esci ovunque' : 'Chiudi tutti'}
      isPending={end.isPending}
      onConfirm={() => end.mutate({ adminUserId })}
      onClose={onClose}
    >
      Finiscono tutte le sessioni{isOwn && ', anche questa'}, le notifiche e i link di accesso. Gli indirizzi
      dei calendari smettono di funzionare. Non si può annullare.
    </Confirm>
  )
}
