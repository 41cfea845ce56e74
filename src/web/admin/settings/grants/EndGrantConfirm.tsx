import { EndGrant, type Grant, ListGrants } from '../../../../modules/settings/grants/contract.ts'
import { useCommandCall } from '../../kit/api.ts'
import { Confirm } from '../../kit/Confirm.tsx'
import { endWords } from './grantLabels.ts'

interface EndGrantConfirmProps {
  grant: Grant
  name: string
  onClose: () => void
}

export function EndGrantConfirm({ grant: { id, kind }, name, onClose }: EndGrantConfirmProps) {
  const end = useCommandCall(EndGrant, {
    done: 'Accesso chiuso',
    failed: 'Impossibile chiudere l’accesso',
    renews: [ListGrants.http],
  })
  return (
    <Confirm
      title={`Chiudere «${name}»?`}
      action="Chiudi"
      isPending={end.isPending}
      onConfirm={() => end.mutate({ id }, { onSettled: onClose })}
      onClose={onClose}
    >
      {endWords[kind]}
    </Confirm>
  )
}
