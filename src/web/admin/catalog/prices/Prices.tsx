import { type ReactNode, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { PriceField } from '../../../../modules/catalog/book/contract.ts'
import type { PricedRoute } from '../../../../modules/catalog/priceGrid/contract.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/toast.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { ColumnChoice } from '../../kit/ColumnChoice.tsx'
import { DownloadLink } from '../../kit/DownloadLink.tsx'
import { laterPart } from '../../kit/laterPart.tsx'
import { Empty, Failed, Waiting } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { useLeaveQuestion } from '../../kit/useLeaveQuestion.ts'
import { NoRoutes } from '../routes/NoRoutes.tsx'
import { CellHistory } from './CellHistory.tsx'
import { columns, dayFieldOf, withDay } from './columns.ts'
import { editCount, editsReducer, noEdits } from './edits.ts'
import { KeySheet } from './KeySheet.tsx'
import { LastSave, type SavedPrices } from './LastSave.tsx'
import { OwnPricesDialog } from './OwnPricesDialog.tsx'
import { filterOf, PriceFilters, searchOf, usePriceAddress } from './PriceFilters.tsx'
import { PriceGrid } from './PriceGrid.tsx'
// The typed prices must not depend on a later load.
import { SaveDialog } from './SaveDialog.tsx'
import type { SelectedCells } from './selection.ts'
import { TodaysLists } from './TodaysLists.tsx'
import { usePricedRoutes } from './usePricedRoutes.ts'

const AdjustDialog = laterPart(async () => (await import('./AdjustDialog.tsx')).AdjustDialog)
const CopyBariDialog = laterPart(async () => (await import('./CopyBariDialog.tsx')).CopyBariDialog)
const ImportDialog = laterPart(async () => (await import('./ImportDialog.tsx')).ImportDialog)

const choices = columns
  .map(({ id = '', header }) => ({ id, header: String(header) }))
  .filter(({ id }) => !dayFieldOf(id))

type Open = 'save' | 'bari' | 'adjust' | 'import' | 'keys' | null

export default function Prices() {
  const address = usePriceAddress()
  const filter = filterOf(address)
  const list = usePricedRoutes(filter)
  const { rows, total } = list
  const [edits, dispatch] = useReducer(editsReducer, noEdits)
  const [shownColumns, setShownColumns] = useState<Record<string, boolean>>({ transferType: false })
  const [open, setOpen] = useState<Open>(null)
  const [switching, setSwitching] = useState<PricedRoute | null>(null)
  const visibility = useMemo(
    () => withDay(shownColumns, filter.day !== undefined),
    [shownColumns, filter.day],
  )
  const changes = editCount(edits)
  useLeaveQuestion(() => changes > 0)
  const close = () => setOpen(null)
  const selected = useRef<SelectedCells>(null)
  const [lastSave, setLastSave] = useState<Required<SavedPrices> | null>(null)
  /** True while staff edit a cell. The save button then stores the price of that cell first. */
  const [isEditing, setIsEditing] = useState(false)
  const [areActionsOpen, setAreActionsOpen] = useState(false)
  const [cell, setCell] = useState<{ route: PricedRoute; field: PriceField } | null>(null)

  function saved({ updated, batchId, actId }: SavedPrices): void {
    close()
    setLastSave(batchId === undefined || actId === undefined ? null : { updated, batchId, actId })
  }

  useEffect(() => dispatch({ type: 'seen', routes: rows }), [rows])

  function save(): void {
    if (changes > 0) setOpen('save')
    else toast({ title: 'Nessuna modifica da salvare' })
  }

  return (
    <>
      <Title
        actions={
          <Button
            look="sea"
            disabled={changes === 0 && !isEditing}
            onClick={save}
            // On a phone the button stays in view while the page scrolls and the keyboard is open.
            className={
              changes > 0 || isEditing ? 'max-md:fixed max-md:top-17 max-md:right-4 max-md:z-20' : ''
            }
          >
            Salva modifiche ({changes})
          </Button>
        }
      >
        Modifica Prezzi
      </Title>
      <PriceFilters address={address} />
      {!filter.day && (
        <TodaysLists
          names={list.data?.pages[0]?.listsToday ?? []}
          onShowDay={(giorno) => address.set({ giorno })}
        />
      )}
      {lastSave && <LastSave key={lastSave.batchId} of={lastSave} onClose={() => setLastSave(null)} />}
      <Button
        look="plain"
        className="mb-3 md:hidden"
        aria-expanded={areActionsOpen}
        aria-controls="price-actions"
        onClick={() => setAreActionsOpen(!areActionsOpen)}
      >
        Azioni
      </Button>
      <div
        id="price-actions"
        className={`mb-3 flex flex-wrap items-center gap-2 ${areActionsOpen ? '' : 'max-md:hidden'}`}
      >
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
        <DownloadLink path={`/api/bulk-pricing/export.csv?${searchOf(filter)}`}>Esporta CSV</DownloadLink>
        <Link to={adminPath('prezzimod/cronologia/')} className={buttonClass('plain')}>
          Cronologia
        </Link>
        <span className="flex-1" />
        <ColumnChoice
          columns={choices.filter(({ id }) => id !== 'route' && (id !== 'lists' || filter.day))}
          shown={shownColumns}
          onChange={setShownColumns}
          opens="down"
        />
        <Button look="plain" className="max-md:hidden" onClick={() => setOpen('keys')}>
          Tasti
        </Button>
      </div>
      {body()}
      {open === 'save' && <SaveDialog edits={edits} dispatch={dispatch} onSaved={saved} onClose={close} />}
      {open === 'bari' && <CopyBariDialog onSaved={saved} onClose={close} />}
      {open === 'adjust' && (
        <AdjustDialog
          filter={filter}
          total={total}
          selected={selected.current}
          onSaved={saved}
          onClose={close}
        />
      )}
      {open === 'import' && <ImportDialog onSaved={saved} onClose={close} />}
      {open === 'keys' && <KeySheet onClose={close} />}
      {cell && <CellHistory {...cell} onClose={() => setCell(null)} />}
      {switching && (
        <OwnPricesDialog
          route={switching}
          hasEdits={edits.byRoute.has(switching.id)}
          onClose={() => setSwitching(null)}
        />
      )}
    </>
  )

  function body(): ReactNode {
    if (!list.data)
      return list.error ? <Failed error={list.error} onRetry={() => list.refetch()} /> : <Waiting rows={12} />
    if (rows.length === 0)
      return searchOf(filter) === '' ? <NoRoutes /> : <Empty>Nessuna tratta corrisponde ai filtri</Empty>
    return (
      <PriceGrid
        rows={rows}
        total={total}
        columnVisibility={visibility}
        day={filter.day}
        sort={address.sort ?? 'departure'}
        onSort={(sort) => address.set({ sort })}
        edits={edits}
        dispatch={dispatch}
        onSave={save}
        onShowKeys={() => setOpen('keys')}
        onShowHistory={(route, field) => setCell({ route, field })}
        selected={selected}
        onEditing={setIsEditing}
        onSwitchPrices={setSwitching}
      />
    )
  }
}
