import { useState } from 'react'
import { Link } from 'react-router'
import { type AuditLine, ListAudit, RestoreChange } from '../../../../modules/operations/audit/contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { useCommandCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { Confirm } from '../../kit/Confirm.tsx'
import { RowAction, RowActions } from '../../kit/RowAction.tsx'
import { useRights } from '../../kit/rights.ts'
import { actorName } from './actorName.ts'
import { Changes } from './Changes.tsx'
import { recordPath } from './recordPath.ts'

export function AuditEntry({ line }: { line: AuditLine }) {
  const { actor, label: what, restores, isRestored, canRestore } = line
  const { opens } = useRights()
  const path = recordPath(line)
  // Omits a name that repeats the actor, as after a log-in. A price change has no name and shows `cronologia`.
  const name = line.name === actor ? null : (line.name ?? (line.prices.length > 0 ? 'cronologia' : null))
  return (
    <>
      <p className="wrap-anywhere">
        <strong>{actorName(actor)}</strong>, {what.charAt(0).toLowerCase() + what.slice(1)}
        {name && ': '}
        {name &&
          (path && opens(path) ? (
            <Link to={path} className="text-sea-deep underline">
              <Arrowed text={name} />
            </Link>
          ) : (
            <Arrowed text={name} />
          ))}{' '}
        {!line.exists && <Badge tone="quiet">non c’è più</Badge>}
        {restores !== null && <Badge tone="info">ripristino</Badge>}
        {isRestored && <Badge tone="quiet">ripristinata</Badge>}
      </p>
      <Changes line={line} />
      {canRestore && <Restore line={line} what={name ?? what} />}
    </>
  )
}

const batchTexts: Record<string, string> = {
  'operations:bulkActMade':
    'Tutte le righe tornano com’erano. Quelle cambiate di nuovo in seguito restano come sono.',
  'catalog:bulkRoutesRequested':
    'Si tolgono le tratte create. Restano quelle con prezzi, testi, richieste o modifiche fatte in seguito.',
}

function Restore({ line, what }: { line: AuditLine; what: string }) {
  const [isAsked, setAsked] = useState(false)
  const restore = useCommandCall(RestoreChange, {
    done: ({ jobId }) => (jobId ? 'Ripristino in corso: segui Modifiche in Blocco' : 'Modifica ripristinata'),
    failed: 'Impossibile ripristinare',
    renews: [ListAudit.http],
  })
  return (
    <RowActions>
      <RowAction onClick={() => setAsked(true)}>
        Ripristina<span className="sr-only"> {what}</span>
      </RowAction>
      {isAsked && (
        <Confirm
          title={`Ripristinare ${what}?`}
          action="Ripristina"
          isPending={restore.isPending}
          onConfirm={() => restore.mutate({ id: line.id }, { onSettled: () => setAsked(false) })}
          onClose={() => setAsked(false)}
        >
          {batchTexts[line.action] ??
            'Tornano i valori di prima di questa modifica. Se nel frattempo il dato è cambiato ancora, non cambia nulla. Anche il ripristino si può ripristinare.'}
        </Confirm>
      )}
    </RowActions>
  )
}
