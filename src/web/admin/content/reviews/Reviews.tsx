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
import { Badge } from '../../kit/Badge.tsx'
import { actionsColumn, type DataColumn } from '../../kit/DataTable.tsx'
import { useDialog } from '../../kit/DialogPlace.tsx'
import { showDate } from '../../kit/format.ts'
import { listScreen } from '../../kit/ListScreen.tsx'
import { RowAction, RowActions } from '../../kit/RowAction.tsx'
import { RowCommand } from '../../kit/RowCommand.tsx'
import { useRights } from '../../kit/rights.ts'
import { HideDialog, ReplyDialog } from './ReviewDialog.tsx'

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
    cell: (review) => <Ride {...review} />,
  },
  {
    id: 'createdAt',
    header: 'Scritta il',
    sort: 'createdAt',
    cell: ({ createdAt }) => showDate(createdAt),
  },
  actionsColumn((review) => <Acts review={review} />),
]

export default listScreen({
  title: 'Recensioni',
  intro:
    'Le scrive solo chi ha concluso un viaggio, una volta, dal link nell’email della mattina dopo. Nessuno può modificarle; dopo due anni scadono.',
  caption: 'Recensioni',
  query: ListStaffReviews,
  columns,
  search: 'Cerca nel testo o per nome',
  empty: 'Ancora nessuna recensione: il cliente riceve il link dopo il viaggio',
  emptyFiltered: 'Nessuna recensione corrisponde alla ricerca',
})

function Acts({ review }: { review: StaffReview }) {
  const { may } = useRights()
  const show = useDialog()
  return (
    <RowActions>
      {may(ReplyToReview) && (
        <RowAction onClick={() => show((close) => <ReplyDialog review={review} onClose={close} />)}>
          {review.reply ? 'Cambia risposta' : 'Rispondi'}
          <span className="sr-only"> a {review.name || 'un cliente'}</span>
        </RowAction>
      )}
      {review.hiddenAt ? (
        <RowCommand
          command={ShowReview}
          input={{ id: review.id }}
          done="La recensione è di nuovo sul sito"
          failed="Impossibile mostrare la recensione"
          renews={[ListStaffReviews.http]}
        >
          Mostra di nuovo
        </RowCommand>
      ) : (
        may(HideReview) && (
          <RowAction onClick={() => show((close) => <HideDialog review={review} onClose={close} />)}>
            Nascondi
          </RowAction>
        )
      )}
    </RowActions>
  )
}

function Ride({ leadKind, leadId, month, route }: StaffReview) {
  const { opens } = useRights()
  const lead = adminPath('richieste/:kind?/:id?/', { kind: leadKind, id: leadId })
  const ride = (
    <>
      {route ? <Arrowed text={`${route.from} → ${route.to}`} /> : 'Tratta sconosciuta'}, {month.slice(5)}/
      {month.slice(0, 4)}
    </>
  )
  if (!opens(lead)) return ride
  return (
    <Link to={lead} className="text-sea-deep underline">
      {ride}
    </Link>
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
