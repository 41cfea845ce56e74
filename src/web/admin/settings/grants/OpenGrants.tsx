import { type Grant, ListGrants } from '../../../../modules/settings/grants/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { actionsColumn, type DataColumn } from '../../kit/DataTable.tsx'
import { DialogPlace, useDialog } from '../../kit/DialogPlace.tsx'
import { showDateTime } from '../../kit/format.ts'
import { List } from '../../kit/ListScreen.tsx'
import { RowAction, RowActions } from '../../kit/RowAction.tsx'
import { logOut, useSession } from '../../kit/session.ts'
import { Title } from '../../kit/Title.tsx'
import { EndAllConfirm, type Whose } from './EndAllConfirm.tsx'
import { EndGrantConfirm } from './EndGrantConfirm.tsx'
import { deviceWords, kindNames, networkWords } from './grantLabels.ts'
import { useCalendarEnd } from './useCalendarEnd.ts'

const owner: DataColumn<Grant> = { id: 'owner', header: 'Di chi', cell: ({ owner }) => owner }

const [kind, ...others]: [DataColumn<Grant>, ...DataColumn<Grant>[]] = [
  {
    id: 'kind',
    header: 'Che cosa',
    cell: ({ kind, isCurrent }) => (
      <span>
        {kindNames[kind]} {isCurrent && <Badge tone="info">questo browser</Badge>}
      </span>
    ),
  },
  { id: 'device', header: 'Dispositivo', cell: (grant) => deviceWords(grant) || '—' },
  { id: 'network', header: 'Rete', cell: (grant) => networkWords(grant) || '—' },
  { id: 'since', header: 'Aperto il', cell: ({ createdAt }) => showDateTime(createdAt) },
  { id: 'used', header: 'Ultimo uso', cell: lastUse },
  actionsColumn((grant) => <Acts grant={grant} />),
]
const ownColumns = [kind, ...others]
const allColumns = [kind, owner, ...others]

/** Lists what lets somebody in without a password, and closes it. A super admin sees the grants of all people. */
export default function OpenGrants() {
  const session = useSession()
  return (
    <DialogPlace>
      <Title
        intro="Chi entra nel pannello, riceve notifiche o legge i viaggi senza scrivere la password. Chiudi ciò che non riconosci e poi cambia la password."
        actions={<EndOwn />}
      >
        Accessi Aperti
      </Title>
      <List
        caption="Accessi aperti"
        query={ListGrants}
        isWhole
        columns={session?.role === 'superAdmin' ? allColumns : ownColumns}
        empty="Nessun accesso aperto"
      />
    </DialogPlace>
  )
}

function EndOwn() {
  const session = useSession()
  const endAll = useEndAll()
  return (
    <Button
      look="plain"
      onClick={() => session && endAll({ adminUserId: session.id, owner: session.username })}
    >
      Esci ovunque
    </Button>
  )
}

/** Returns a function that asks whether to close all grants of an account. */
function useEndAll() {
  const session = useSession()
  const show = useDialog()
  return (whose: Whose) =>
    show((close) => <EndAllConfirm whose={whose} isOwn={whose.adminUserId === session?.id} onClose={close} />)
}

function Acts({ grant }: { grant: Grant }) {
  const { data } = useQueryCall(ListGrants, {})
  const show = useDialog()
  const endAll = useEndAll()
  const endCalendar = useCalendarEnd()
  const { id, kind, adminUserId, owner } = grant
  function end(): void {
    if (isOwnSession(grant)) void logOut()
    else if (kind === 'calendar') endCalendar(id)
    else show((close) => <EndGrantConfirm grant={grant} name={nameOf(grant)} onClose={close} />)
  }
  return (
    <RowActions>
      {adminUserId !== null && isFirstOfOther(grant, data?.items ?? []) && (
        <RowAction onClick={() => endAll({ adminUserId, owner })}>
          Chiudi tutti<span className="sr-only"> gli accessi di {owner}</span>
        </RowAction>
      )}
      <RowAction onClick={end}>
        {isOwnSession(grant) ? 'Esci' : 'Chiudi'}
        <span className="sr-only"> {nameOf(grant)}</span>
      </RowAction>
    </RowActions>
  )
}

const isOwnSession = ({ kind, isCurrent }: Grant) => kind === 'session' && isCurrent

function lastUse({ usedAt, expiresAt }: Grant): string {
  if (usedAt) return showDateTime(usedAt)
  return expiresAt ? `mai, vale fino al ${showDateTime(expiresAt)}` : 'mai'
}

/** Returns for example `Sessione del pannello di anna, Chrome su Android`. */
const nameOf = (grant: Grant) =>
  [`${kindNames[grant.kind]} di ${grant.owner}`, deviceWords(grant)].filter(Boolean).join(', ')

/** Returns whether the grant is the first one of another account. Its row offers to close all of them. */
const isFirstOfOther = ({ id, isOwn, adminUserId }: Grant, grants: Grant[]) =>
  !isOwn && grants.find((one) => one.adminUserId === adminUserId)?.id === id
