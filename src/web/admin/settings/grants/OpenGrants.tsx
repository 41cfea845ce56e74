import { useState } from 'react'
import { type Grant, ListGrants } from '../../../../modules/settings/grants/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { actionsColumn, type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { showDateTime } from '../../kit/format.ts'
import { RowAction, RowActions } from '../../kit/RowAction.tsx'
import { logOut, useSession } from '../../kit/session.ts'
import { Title } from '../../kit/Title.tsx'
import { EndAllConfirm, type Whose } from './EndAllConfirm.tsx'
import { EndGrantConfirm } from './EndGrantConfirm.tsx'
import { deviceWords, kindNames, networkWords } from './grantLabels.ts'
import { useCalendarEnd } from './useCalendarEnd.ts'

/** Lists what lets somebody in without a password, and closes it. A super admin sees the grants of all people. */
export default function OpenGrants() {
  const grants = useQueryCall(ListGrants, {})
  const session = useSession()
  const [ending, setEnding] = useState<Grant | null>(null)
  const [endingAll, setEndingAll] = useState<Whose | null>(null)
  const endCalendar = useCalendarEnd()
  const columns = columnsOf(grants.data?.items ?? [], {
    isForAll: session?.role === 'superAdmin',
    onEnd: end,
    onEndAll: setEndingAll,
  })
  function end(grant: Grant): void {
    if (isOwnSession(grant)) void logOut()
    else if (grant.kind === 'calendar') endCalendar(grant.id)
    else setEnding(grant)
  }
  return (
    <>
      <Title
        intro="Chi entra nel pannello, riceve notifiche o legge i viaggi senza scrivere la password. Chiudi ciò che non riconosci e poi cambia la password."
        actions={
          <Button
            look="plain"
            onClick={() => session && setEndingAll({ adminUserId: session.id, owner: session.username })}
          >
            Esci ovunque
          </Button>
        }
      >
        Accessi Aperti
      </Title>
      <DataTable
        caption="Accessi aperti"
        columns={columns}
        of={grants}
        rowId={({ id }) => id}
        empty="Nessun accesso aperto"
      />
      {ending && <EndGrantConfirm grant={ending} name={nameOf(ending)} onClose={() => setEnding(null)} />}
      {endingAll && (
        <EndAllConfirm
          whose={endingAll}
          isOwn={endingAll.adminUserId === session?.id}
          onClose={() => setEndingAll(null)}
        />
      )}
    </>
  )
}

interface Acts {
  /** True for a super admin, who sees the grants of all people. */
  isForAll: boolean
  onEnd(grant: Grant): void
  onEndAll(whose: Whose): void
}

function columnsOf(grants: Grant[], { isForAll, onEnd, onEndAll }: Acts): DataColumn<Grant>[] {
  const others = firstOfOthers(grants)
  return [
    {
      id: 'kind',
      header: 'Che cosa',
      cell: ({ kind, isCurrent }) => (
        <span>
          {kindNames[kind]} {isCurrent && <Badge tone="info">questo browser</Badge>}
        </span>
      ),
    },
    ...(isForAll ? [{ id: 'owner', header: 'Di chi', cell: ({ owner }: Grant) => owner }] : []),
    { id: 'device', header: 'Dispositivo', cell: (grant) => deviceWords(grant) || '—' },
    { id: 'network', header: 'Rete', cell: (grant) => networkWords(grant) || '—' },
    { id: 'since', header: 'Aperto il', cell: ({ createdAt }) => showDateTime(createdAt) },
    { id: 'used', header: 'Ultimo uso', cell: lastUse },
    actionsColumn((grant) => (
      <RowActions>
        {others.has(grant.id) && grant.adminUserId !== null && (
          <RowAction onClick={() => onEndAll({ adminUserId: grant.adminUserId ?? 0, owner: grant.owner })}>
            Chiudi tutti<span className="sr-only"> gli accessi di {grant.owner}</span>
          </RowAction>
        )}
        <RowAction onClick={() => onEnd(grant)}>
          {isOwnSession(grant) ? 'Esci' : 'Chiudi'}
          <span className="sr-only"> {nameOf(grant)}</span>
        </RowAction>
      </RowActions>
    )),
  ]
}

const isOwnSession = ({ kind, isCurrent }: Grant) => kind === 'session' && isCurrent

function lastUse({ usedAt, expiresAt }: Grant): string {
  if (usedAt) return showDateTime(usedAt)
  return expiresAt ? `mai, vale fino al ${showDateTime(expiresAt)}` : 'mai'
}

/** Returns for example `Sessione del pannello di anna, Chrome su Android`. */
const nameOf = (grant: Grant) =>
  [`${kindNames[grant.kind]} di ${grant.owner}`, deviceWords(grant)].filter(Boolean).join(', ')

/** Returns the first grant of each other account, whose row offers to close all of them. */
function firstOfOthers(grants: Grant[]): Set<string> {
  const firsts = new Map<number, string>()
  for (const { id, isOwn, adminUserId } of grants)
    if (!isOwn && adminUserId !== null && !firsts.has(adminUserId)) firsts.set(adminUserId, id)
  return new Set(firsts.values())
}
