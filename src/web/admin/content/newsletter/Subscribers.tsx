import { useState } from 'react'
import { languageName } from '../../../../languages/languageName.ts'
import {
  EndSubscription,
  ExportSubscribers,
  ListSubscribers,
  type Subscriber,
} from '../../../../modules/content/newsletter/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { Confirm } from '../../kit/Confirm.tsx'
import { actionsColumn, type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { ChoiceFilter, FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { showDate } from '../../kit/format.ts'
import { RowAction, RowActions } from '../../kit/RowAction.tsx'
import { useRights } from '../../kit/rights.ts'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'

const states = { confermata: 'Confermata', 'in attesa': 'In attesa', annullata: 'Annullata' } as const
const tones = { confermata: 'ok', 'in attesa': 'warn', annullata: 'quiet' } as const

export default function Subscribers() {
  const { may } = useRights()
  const address = useListAddress(['state'])
  const { state } = address.filters
  const asked = { ...address.input, ...(state ? { state } : {}) }
  const subscribers = useQueryCall(ListSubscribers, asked as typeof ListSubscribers.input.static, {
    keepPrevious: true,
  })
  const [leaving, setLeaving] = useState<Subscriber | null>(null)
  const end = useCommandCall(EndSubscription, {
    done: 'Iscrizione annullata',
    failed: 'Impossibile annullare l’iscrizione',
    renews: [ListSubscribers.http],
  })
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
    actionsColumn(
      (one) =>
        one.state !== 'annullata' && (
          <RowActions>
            <RowAction onClick={() => setLeaving(one)}>
              Disiscrivi<span className="sr-only"> {one.email}</span>
            </RowAction>
          </RowActions>
        ),
    ),
  ]

  return (
    <>
      <Title
        intro="Chi si è iscritto dal blog. Si può scrivere solo a chi ha confermato con il link ricevuto per email; in ogni email va il modo di disiscriversi."
        actions={
          may(ExportSubscribers) && (
            <a
              href="/api/admin/newsletter-subscriptions/export.csv"
              download
              className={buttonClass('plain')}
            >
              Esporta CSV
            </a>
          )
        }
      >
        Newsletter
      </Title>
      <FilterBar>
        <SearchBox label="Cerca per email" address={address} />
        <ChoiceFilter
          label="Stato"
          value={state}
          choices={states}
          onChoose={(value) => address.set({ state: value })}
        />
      </FilterBar>
      <DataTable
        caption="Iscrizioni alla newsletter"
        columns={columns}
        of={subscribers}
        rowId={({ id }) => id}
        address={address}
        empty={
          address.search || state
            ? 'Nessuna iscrizione corrisponde alla ricerca'
            : 'Nessuna iscrizione finora: la prima compare quando un lettore si iscrive dal blog'
        }
      />
      {leaving && (
        <Confirm
          title={`Disiscrivere ${leaving.email}?`}
          action="Disiscrivi"
          isPending={end.isPending}
          onConfirm={() => end.mutate({ id: leaving.id }, { onSettled: () => setLeaving(null) })}
          onClose={() => setLeaving(null)}
        >
          Non riceve più nulla; per tornare deve iscriversi e confermare di nuovo.
        </Confirm>
      )}
    </>
  )
}
