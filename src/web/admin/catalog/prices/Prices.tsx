import { type ReactNode, useEffect, useReducer, useState } from 'react'
import { Link } from 'react-router'
import { ListLocations } from '../../../../modules/catalog/places/contract.ts'
import { priceLabels } from '../../../../modules/catalog/prices/contract.ts'
import { priceFields } from '../../../../modules/catalog/search/contract.ts'
import { ListTransferTypes } from '../../../../modules/catalog/transferTypes/contract.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/toast.ts'
import { useQueryCall } from '../../kit/api.ts'
import { ColumnChoice } from '../../kit/ColumnChoice.tsx'
import { ChoiceFilter, FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { LeaveConfirm } from '../../kit/LeaveConfirm.tsx'
import { Empty, Failed, Waiting } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { useLeaveQuestion } from '../../kit/useLeaveQuestion.ts'
import { useListAddress } from '../../kit/useListAddress.ts'
import { AdjustDialog } from './AdjustDialog.tsx'
import { CopyBariDialog } from './CopyBariDialog.tsx'
import { columns, isSortable, sortOf } from './columns.ts'
import { editCount, editsReducer, noEdits } from './edits.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { KeySheet } from './KeySheet.tsx'
import { PriceGrid } from './PriceGrid.tsx'
import { SaveDialog } from './SaveDialog.tsx'
import { type PriceFilter, usePricedRoutes } from './usePricedRoutes.ts'

const choices = columns.map(({ id = '', header }) => ({ id, header: String(header) }))

/** By keyboard, what the headers are by mouse. */
const orders = Object.fromEntries(
  choices
    .filter(({ id }) => isSortable(id))
    .flatMap(({ id, header }) => [
      [sortOf(id), `${header}, crescente`],
      [`-${sortOf(id)}`, `${header}, decrescente`],
    ]),
)

const missing = {
  prices: 'qualche prezzo',
  ...Object.fromEntries(priceFields.map((field) => [field, priceLabels[field]])),
}

type Filter = 'departure' | 'kind' | 'missing'

type Open = 'save' | 'bari' | 'adjust' | 'import' | 'keys' | null

export default function Prices() {
  const address = useListAddress<Filter>(['departure', 'kind', 'missing'])
  const filter = filterOf(address)
  const list = usePricedRoutes(filter)
  const { rows, total } = list
  const [edits, dispatch] = useReducer(editsReducer, noEdits)
  const [shownColumns, setShownColumns] = useState<Record<string, boolean>>({ transferType: false })
  const [open, setOpen] = useState<Open>(null)
  const places = useQueryCall(ListLocations, { limit: 25 })
  const kinds = useQueryCall(ListTransferTypes, { page: 1, limit: 100 })
  const changes = editCount(edits)
  const question = useLeaveQuestion(() => changes > 0)
  const close = () => setOpen(null)

  useEffect(() => dispatch({ type: 'seen', routes: rows }), [rows])

  function save(): void {
    if (changes > 0) setOpen('save')
    else toast({ title: 'Nessuna modifica da salvare' })
  }

  const placeNames = Array.isArray(places.data) ? places.data : []
  return (
    <>
      <Title
        actions={
          <Button look="sea" disabled={changes === 0} onClick={save}>
            Salva modifiche ({changes})
          </Button>
        }
      >
        Modifica Prezzi
      </Title>
      <FilterBar>
        <SearchBox
          label="Cerca per località o slug"
          value={address.search}
          onSearch={(search) => address.set({ search })}
        />
        <ChoiceFilter
          label="Partenza"
          value={address.filters.departure}
          choices={Object.fromEntries(placeNames.map(({ id, name }) => [`${id}`, name]))}
          all="tutte"
          onChoose={(departure) => address.set({ departure })}
        />
        <ChoiceFilter
          label="Tipologia"
          value={address.filters.kind}
          choices={Object.fromEntries((kinds.data?.items ?? []).map(({ id, name }) => [id, name]))}
          all="tutte"
          onChoose={(kind) => address.set({ kind })}
        />
        <ChoiceFilter
          label="Manca"
          value={address.filters.missing}
          choices={missing}
          all="—"
          onChoose={(name) => address.set({ missing: name })}
        />
        <ChoiceFilter
          label="Ordina per"
          value={address.sort}
          choices={orders}
          all="partenza"
          onChoose={(sort) => address.set({ sort })}
        />
      </FilterBar>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Button look="plain" disabled={edits.past.length === 0} onClick={() => dispatch({ type: 'undo' })}>
          Annulla
        </Button>
        <Button look="plain" disabled={edits.future.length === 0} onClick={() => dispatch({ type: 'redo' })}>
          Ripeti
        </Button>
        <span aria-hidden="true" className="mx-1 h-6 border-line border-l" />
        <Button look="plain" onClick={() => setOpen('adjust')}>
          Adegua prezzi
        </Button>
        <Button look="plain" onClick={() => setOpen('bari')}>
          Copia Prezzi Bari
        </Button>
        <Button look="plain" onClick={() => setOpen('import')}>
          Importa CSV
        </Button>
        <a
          href={`/api/bulk-pricing/export.csv?${searchOf(filter)}`}
          download
          className={buttonClass('plain')}
        >
          Esporta CSV
        </a>
        <Link to="/admin/prezzimod/cronologia/" className={buttonClass('plain')}>
          Cronologia
        </Link>
        <span className="flex-1" />
        <ColumnChoice
          columns={choices.filter(({ id }) => id !== 'route')}
          shown={shownColumns}
          onChange={setShownColumns}
          opens="down"
        />
        <Button look="plain" className="max-md:hidden" onClick={() => setOpen('keys')}>
          Tasti
        </Button>
      </div>
      {body()}
      <LeaveConfirm question={question} />
      {open === 'save' && <SaveDialog edits={edits} dispatch={dispatch} onClose={close} />}
      {open === 'bari' && <CopyBariDialog onClose={close} />}
      {open === 'adjust' && <AdjustDialog filter={filter} total={total} onClose={close} />}
      {open === 'import' && <ImportDialog onClose={close} />}
      {open === 'keys' && <KeySheet onClose={close} />}
    </>
  )

  function body(): ReactNode {
    if (!list.data)
      return list.error ? <Failed error={list.error} onRetry={() => list.refetch()} /> : <Waiting rows={12} />
    if (rows.length === 0)
      return (
        <Empty>
          {searchOf(filter) === '' ? 'Nessuna tratta registrata' : 'Nessuna tratta corrisponde ai filtri'}
        </Empty>
      )
    return (
      <PriceGrid
        rows={rows}
        total={total}
        columnVisibility={shownColumns}
        sort={address.sort ?? 'departure'}
        onSort={(sort) => address.set({ sort })}
        edits={edits}
        dispatch={dispatch}
        onSave={save}
        onShowKeys={() => setOpen('keys')}
      />
    )
  }
}

function filterOf({ search, sort, filters }: ReturnType<typeof useListAddress<Filter>>): PriceFilter {
  const field = priceFields.find((name) => name === filters.missing)
  const lacking = filters.missing === 'prices' ? 'prices' : field
  return {
    ...(search ? { search } : {}),
    ...(sort ? { sort } : {}),
    ...(Number(filters.departure) > 0 ? { departure: Number(filters.departure) } : {}),
    ...(Number(filters.kind) > 0 ? { kind: Number(filters.kind) } : {}),
    ...(lacking ? { missing: lacking } : {}),
  }
}

/** The filter without its order, as an address takes it. */
function searchOf({ sort: _, ...filter }: PriceFilter): string {
  return `${new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]))}`
}
