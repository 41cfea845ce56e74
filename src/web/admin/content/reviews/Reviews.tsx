import { useState } from 'react'
import { Link } from 'react-router'
import { languageName } from '../../../../languages/languageName.ts'
import {
  HideReview,
  ListStaffReviews,
  ReplyToReview,
  ShowReview,
  type StaffReview,
} from '../../../../modules/content/reviews/contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { actionsColumn, type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { showDate } from '../../kit/format.ts'
import { RowAction, RowActions } from '../../kit/RowAction.tsx'
import { useRights } from '../../kit/rights.ts'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'
import { ReviewDialog } from './ReviewDialog.tsx'

export default function Reviews() {
  const { may } = useRights()
  const address = useListAddress()
  const reviews = useQueryCall(ListStaffReviews, address.input, { keepPrevious: true })
  const [asked, setAsked] = useState<{ review: StaffReview; act: 'reply' | 'hide' } | null>(null)
  const show = useCommandCall(ShowReview, {
    done: 'La recensione è di nuovo sul sito',
    failed: 'Impossibile mostrare la recensione',
    renews: [ListStaffReviews.http],
  })
  const columns: DataColumn<StaffReview>[] = [
    {
      id: 'rating',
      header: 'Voto',
      sort: 'rating',
      cell: ({ rating }) => <span className="figures whitespace-nowrap">{rating} su 5</span>,
    },
    { id: 'text', header: 'Recensione', cell: (review) => <Words {...review} /> },
    {
      id: 'ride',
      header: 'Viaggio',
      cell: ({ leadKind, leadId, month, route }) => (
        <Link
          to={adminPath('richieste/:kind?/:id?/', { kind: leadKind, id: leadId })}
          className="text-sea-deep underline"
        >
          {route ? <Arrowed text={`${route.from} → ${route.to}`} /> : 'Tratta sconosciuta'}, {month.slice(5)}/
          {month.slice(0, 4)}
        </Link>
      ),
    },
    {
      id: 'createdAt',
      header: 'Scritta il',
      sort: 'createdAt',
      cell: ({ createdAt }) => showDate(createdAt),
    },
    actionsColumn((review) => {
      const whose = <span className="sr-only"> a {review.name || 'un cliente'}</span>
      return (
        <RowActions>
          {may(ReplyToReview) && (
            <RowAction onClick={() => setAsked({ review, act: 'reply' })}>
              {review.reply ? 'Cambia risposta' : 'Rispondi'}
              {whose}
            </RowAction>
          )}
          {review.hiddenAt
            ? may(ShowReview) && (
                <RowAction disabled={show.isPending} onClick={() => show.mutate({ id: review.id })}>
                  Mostra di nuovo
                </RowAction>
              )
            : may(HideReview) && (
                <RowAction onClick={() => setAsked({ review, act: 'hide' })}>Nascondi</RowAction>
              )}
        </RowActions>
      )
    }),
  ]
  return (
    <>
      <Title intro="Le scrive solo chi ha concluso un viaggio, una volta, dal link nell’email della mattina dopo. Nessuno può modificarle; dopo due anni scadono.">
        Recensioni
      </Title>
      <FilterBar>
        <SearchBox label="Cerca nel testo o per nome" address={address} />
      </FilterBar>
      <DataTable
        caption="Recensioni"
        columns={columns}
        of={reviews}
        rowId={({ id }) => id}
        address={address}
        empty={
          address.search
            ? 'Nessuna recensione corrisponde alla ricerca'
            : 'Ancora nessuna recensione: il cliente riceve il link dopo il viaggio'
        }
      />
      {asked && <ReviewDialog {...asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function Words({ text, name, language, reply, hiddenReason }: StaffReview) {
  return (
    <div className="grid min-w-52 max-w-prose gap-1">
      {hiddenReason && (
        <p>
          <Badge tone="warn">Nascosta</Badge> <span className="wrap-anywhere">{hiddenReason}</span>
        </p>
      )}
      <p lang={language} className="wrap-anywhere whitespace-pre-line">
        {text}
      </p>
      <p className="text-ink-soft text-sm">
        {name || 'Un cliente'}, {languageName(language).toLowerCase()}
      </p>
      {reply && <p className="wrap-anywhere whitespace-pre-line text-sm">Risposta: {reply}</p>}
    </div>
  )
}
