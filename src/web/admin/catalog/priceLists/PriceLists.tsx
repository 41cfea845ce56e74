import { useState } from 'react'
import { Link } from 'react-router'
import {
  CancelPriceList,
  DeletePriceList,
  ListPriceLists,
  type PriceListSummary,
  ReadPriceList,
} from '../../../../modules/catalog/priceLists/contract.ts'
import { ListPriceBatches } from '../../../../modules/catalog/prices/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { Confirm } from '../../kit/Confirm.tsx'
import { actionsColumn, type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { DeleteConfirm } from '../../kit/DeleteConfirm.tsx'
import { FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { showNumericDay } from '../../kit/format.ts'
import { RowAction, RowActions, rowActionClass } from '../../kit/RowAction.tsx'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'
import { proposalRenews } from '../prices/Proposal.tsx'
import { changeText, overlayText, StateBadge, scopeText } from './listLabels.tsx'
import { PriceDay } from './PriceDay.tsx'

type Doomed = { list: PriceListSummary; act: 'cancel' | 'delete' }

export default function PriceLists() {
  const address = useListAddress()
  const lists = useQueryCall(ListPriceLists, address.input, { keepPrevious: true })
  const [doomed, setDoomed] = useState<Doomed | null>(null)
  const renews = [ListPriceLists.http, ReadPriceList.http, ListPriceBatches.http, ...proposalRenews]
  const cancel = useCommandCall(CancelPriceList, {
    done: ({ state }) => (state === 'concluso' ? 'Listino terminato' : 'Listino annullato'),
    failed: 'Impossibile terminare il listino',
    renews,
  })
  const columns: DataColumn<PriceListSummary>[] = [
    {
      id: 'name',
      header: 'Nome',
      sort: 'name',
      cell: ({ id, name }) => (
        <Link to={adminPath('listini/:id/', { id })} className="font-medium text-sea-deep underline">
          {name}
        </Link>
      ),
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
    actionsColumn((list) => (
      <RowActions>
        <Link to={adminPath('listini/:id/', { id: list.id })} className={rowActionClass}>
          Apri<span className="sr-only"> {list.name}</span>
        </Link>
        {(list.state === 'programmato' || list.state === 'in corso') && (
          <RowAction onClick={() => setDoomed({ list, act: 'cancel' })}>
            {list.state === 'in corso' ? 'Termina ora' : 'Annulla'}
            <span className="sr-only"> {list.name}</span>
          </RowAction>
        )}
        {list.state !== 'in corso' && (
          <RowAction onClick={() => setDoomed({ list, act: 'delete' })}>
            Elimina<span className="sr-only"> {list.name}</span>
          </RowAction>
        )}
      </RowActions>
    )),
  ]
  const isRunning = doomed?.list.state === 'in corso'
  const close = () => setDoomed(null)
  return (
    <>
      <Title
        intro="Prezzi per i viaggi di un periodo: chi chiede oggi per un giorno del listino vede già i suoi prezzi. Quelli di base restano come sono."
        actions={
          <Link to={adminPath('listini/nuovo/')} className={buttonClass('sea')}>
            Nuovo listino
          </Link>
        }
      >
        Listini
      </Title>
      <PriceDay />
      <FilterBar>
        <SearchBox label="Cerca per nome" address={address} />
      </FilterBar>
      <DataTable
        caption="Listini"
        columns={columns}
        of={lists}
        rowId={({ id }) => id}
        address={address}
        empty={
          address.search
            ? 'Nessun listino corrisponde alla ricerca'
            : 'Nessun listino: valgono i prezzi delle tratte'
        }
      />
      {doomed?.act === 'cancel' && (
        <Confirm
          title={isRunning ? `Terminare ora «${doomed.list.name}»?` : `Annullare «${doomed.list.name}»?`}
          action={isRunning ? 'Termina ora' : 'Annulla il listino'}
          isPending={cancel.isPending}
          onConfirm={() => cancel.mutate({ id: doomed.list.id }, { onSettled: close })}
          onClose={close}
        >
          {isRunning ? 'Tornano subito i prezzi di base.' : 'Il listino non comincerà.'}
        </Confirm>
      )}
      {doomed?.act === 'delete' && (
        <DeleteConfirm
          command={DeletePriceList}
          id={doomed.list.id}
          title={`Eliminare il listino «${doomed.list.name}»?`}
          done="Listino eliminato"
          failed="Impossibile eliminare il listino"
          renews={renews}
          onClose={close}
        >
          I prezzi non cambiano, e la cronologia resta.
        </DeleteConfirm>
      )}
    </>
  )
}
