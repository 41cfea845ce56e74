import { languageName } from '../../../../languages/languageName.ts'
import {
  EndSubscription,
  ExportSubscribers,
  ListSubscribers,
  type Subscriber,
} from '../../../../modules/content/newsletter/contract.ts'
import { Badge } from '../../kit/Badge.tsx'
import { CommandConfirm } from '../../kit/CommandConfirm.tsx'
import { actionsColumn, type DataColumn } from '../../kit/DataTable.tsx'
import { useDialog } from '../../kit/DialogPlace.tsx'
import { DownloadLink } from '../../kit/DownloadLink.tsx'
import { showDate } from '../../kit/format.ts'
import { listScreen } from '../../kit/ListScreen.tsx'
import { RowAction, RowActions } from '../../kit/RowAction.tsx'
import { useRights } from '../../kit/rights.ts'

const states = { confermata: 'Confermata', 'in attesa': 'In attesa', annullata: 'Annullata' } as const
const tones = { confermata: 'ok', 'in attesa': 'warn', annullata: 'quiet' } as const

const columns: DataColumn<Subscriber>[] = [
  {
    id: 'email',
    header: 'Email',
    sort: 'email',
    cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
  },
  {
    id: 'state',
    header: 'Stato',
    cell: (one) => <Badge tone={tones[one.state]}>{states[one.state]}</Badge>,
  },
  {
    id: 'language',
    header: 'Lingua',
    isHidden: true,
    cell: ({ language }) => languageName(language),
  },
  {
    id: 'requested',
    header: 'Chiesta il',
    sort: 'requestedAt',
    cell: ({ requestedAt }) => showDate(requestedAt),
  },
  {
    id: 'confirmed',
    header: 'Confermata il',
    sort: 'confirmedAt',
    cell: ({ confirmedAt }) => (confirmedAt ? showDate(confirmedAt) : '—'),
  },
  {
    id: 'ended',
    header: 'Annullata il',
    isHidden: true,
    cell: ({ endedAt }) => (endedAt ? showDate(endedAt) : '—'),
  },
  {
    id: 'consent',
    header: 'Informativa accettata',
    isHidden: true,
    cell: ({ consentVersion }) => consentVersion ?? '—',
  },
  actionsColumn((one) => one.state !== 'annullata' && <End of={one} />),
]

export default listScreen({
  title: 'Newsletter',
  intro:
    'Chi si è iscritto dal blog. Si può scrivere solo a chi ha confermato con il link ricevuto per email; in ogni email va il modo di disiscriversi.',
  actions: <Export />,
  caption: 'Iscrizioni alla newsletter',
  query: ListSubscribers,
  columns,
  search: 'Cerca per email',
  filters: [{ field: 'state', label: 'Stato', choices: states }],
  empty: 'Nessuna iscrizione finora: la prima compare quando un lettore si iscrive dal blog',
  emptyFiltered: 'Nessuna iscrizione corrisponde alla ricerca',
})

function Export() {
  const { may } = useRights()
  if (!may(ExportSubscribers)) return null
  return <DownloadLink path="/api/admin/newsletter-subscriptions/export.csv">Esporta CSV</DownloadLink>
}

function End({ of: { id, email } }: { of: Subscriber }) {
  const show = useDialog()
  const ask = () =>
    show((close) => (
      <CommandConfirm
        command={EndSubscription}
        input={{ id }}
        title={`Disiscrivere ${email}?`}
        action="Disiscrivi"
        done="Iscrizione annullata"
        failed="Impossibile annullare l’iscrizione"
        renews={[ListSubscribers.http]}
        onClose={close}
      >
        Non riceve più nulla; per tornare deve iscriversi e confermare di nuovo.
      </CommandConfirm>
    ))
  return (
    <RowActions>
      <RowAction onClick={ask}>
        Disiscrivi<span className="sr-only"> {email}</span>
      </RowAction>
    </RowActions>
  )
}
