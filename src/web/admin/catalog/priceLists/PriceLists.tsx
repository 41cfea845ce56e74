import { Link } from 'react-router'
import {
  CancelPriceList,
  DeletePriceList,
  ListPriceLists,
  type PriceListSummary,
  ReadPriceList,
} from '../../../../modules/catalog/priceLists/contract.ts'
import { ListPriceBatches } from '../../../../modules/catalog/prices/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { CommandConfirm } from '../../kit/CommandConfirm.tsx'
import { actionsColumn, type DataColumn } from '../../kit/DataTable.tsx'
import { DeleteConfirm } from '../../kit/DeleteConfirm.tsx'
import { useDialog } from '../../kit/DialogPlace.tsx'
import { showNumericDay } from '../../kit/format.ts'
import { listScreen } from '../../kit/ListScreen.tsx'
import { RowAction, RowActions, rowActionClass } from '../../kit/RowAction.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { useRights } from '../../kit/rights.ts'
import { priceAnswers } from '../prices/priceAnswers.ts'
import { changeText, overlayText, StateBadge, scopeText } from './listLabels.tsx'
import { PriceDay } from './PriceDay.tsx'

const renews = [ListPriceLists.http, ReadPriceList.http, ListPriceBatches.http, ...priceAnswers]

const columns: DataColumn<PriceListSummary>[] = [
  {
    id: 'name',
    header: 'Nome',
    sort: 'name',
    cell: ({ id, name }) => <RowLink to={adminPath('listini/:id/', { id })}>{name}</RowLink>,
  },
  { id: 'state', header: 'Stato', cell: ({ state }) => <StateBadge state={state} /> },
  { id: 'from', header: 'Dal', sort: 'startsOn', cell: ({ startsOn }) => showNumericDay(startsOn) },
  {
    id: 'to',
    header: 'Al (compreso)',
    sort: 'endsOn',
    cell: ({ endsOn }) => (endsOn ? showNumericDay(endsOn) : 'resta'),
  },
  {
    id: 'change',
    header: 'Variazione',
    cell: (list) => (
      <span className="figures">
        {changeText(list)}
        <span className="block text-ink-soft text-sm">{scopeText(list)}</span>
        {list.overlay !== 'period' && <span className="block text-sm">{overlayText(list)}</span>}
      </span>
    ),
  },
  { id: 'by', header: 'Creato da', cell: ({ createdBy }) => createdBy, isHidden: true },
  actionsColumn((list) => <Acts list={list} />),
]

export default listScreen({
  title: 'Listini',
  intro:
    'Prezzi per i viaggi di un periodo: chi chiede oggi per un giorno del listino vede già i suoi prezzi. Quelli di base restano come sono.',
  create: { path: 'listini/nuovo/', label: 'Nuovo listino' },
  above: <PriceDay />,
  caption: 'Listini',
  query: ListPriceLists,
  columns,
  search: 'Cerca per nome',
  empty: 'Nessun listino: valgono i prezzi delle tratte',
  emptyFiltered: 'Nessun listino corrisponde alla ricerca',
})

function Acts({ list }: { list: PriceListSummary }) {
  const { may } = useRights()
  const show = useDialog()
  const { id, name, state } = list
  const which = <span className="sr-only"> {name}</span>
  const isRunning = state === 'in corso'
  const askCancel = () => show((close) => <CancelConfirm list={list} onClose={close} />)
  const askDelete = () =>
    show((close) => (
      <DeleteConfirm
        command={DeletePriceList}
        id={id}
        title={`Eliminare il listino «${name}»?`}
        done="Listino eliminato"
        failed="Impossibile eliminare il listino"
        renews={renews}
        onClose={close}
      >
        I prezzi non cambiano, e la cronologia resta.
      </DeleteConfirm>
    ))
  return (
    <RowActions>
      <Link to={adminPath('listini/:id/', { id })} className={rowActionClass}>
        Apri{which}
      </Link>
      {may(CancelPriceList) && (state === 'programmato' || isRunning) && (
        <RowAction onClick={askCancel}>
          {isRunning ? 'Termina ora' : 'Annulla'}
          {which}
        </RowAction>
      )}
      {may(DeletePriceList) && !isRunning && <RowAction onClick={askDelete}>Elimina{which}</RowAction>}
    </RowActions>
  )
}

function CancelConfirm({
  list: { id, name, state },
  onClose,
}: {
  list: PriceListSummary
  onClose: () => void
}) {
  const isRunning = state === 'in corso'
  return (
    <CommandConfirm
      command={CancelPriceList}
      input={{ id }}
      title={isRunning ? `Terminare ora «${name}»?` : `Annullare «${name}»?`}
      action={isRunning ? 'Termina ora' : 'Annulla il listino'}
      done={(ended) => (ended.state === 'concluso' ? 'Listino terminato' : 'Listino annullato')}
      failed="Impossibile terminare il listino"
      renews={renews}
      onClose={onClose}
    >
      {isRunning ? 'Tornano subito i prezzi di base.' : 'Il listino non comincerà.'}
    </CommandConfirm>
  )
}
