import { useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import {
  formName,
  type LeadItem,
  LeadKind,
  ListLeads,
  ListOwners,
} from '../../../../modules/leads/inbox/contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { buttonClass } from '../../../ui/Button.tsx'
import { useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { DayFilter } from '../../kit/DayFilter.tsx'
import { ChoiceFilter, FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { showDateTime } from '../../kit/format.ts'
import { RowActions } from '../../kit/RowAction.tsx'
import { Title } from '../../kit/Title.tsx'
import { type ListAddress, useListAddress } from '../../kit/useListAddress.ts'
import { useSession } from '../../session.ts'
import { AnswerActions } from './AnswerActions.tsx'
import { AnswerClock } from './AnswerClock.tsx'
import { KindTabs } from './KindTabs.tsx'
import { LeadPanel } from './LeadPanel.tsx'
import { leadPath } from './leadCalls.ts'
import { SoundSwitch } from './SoundSwitch.tsx'
import { TapCard } from './TapCard.tsx'
import { showDay, stateNames, stateTones, whoOf } from './words.ts'

const filters = ['kind', 'status', 'assignedTo', 'from', 'to'] as const
type Address = ListAddress & ReturnType<typeof useListAddress<(typeof filters)[number]>>

/** All leads in one list; the one in the address is open beside it. */
export default function Inbox() {
  const address = useListAddress(filters)
  const { assignedTo, ...chosen } = address.filters
  const asked = { ...address.input, ...chosen, ...(assignedTo ? { assignedTo: Number(assignedTo) } : {}) }
  const leads = useQueryCall(ListLeads, asked as (typeof ListLeads)['input']['static'], {
    keepPrevious: true,
  })
  const open = useOpenLead()
  useKeys(leads.data?.items ?? [], open)
  useFocusBack(open)
  // Where there is no room for both, the open lead takes the place of the list.
  const alone = open ? 'max-xl:hidden' : ''
  return (
    <>
      <Title
        actions={
          <div className={`flex flex-wrap gap-2 ${alone}`}>
            <Actions address={address} />
          </div>
        }
      >
        Richieste Disponibilità
      </Title>
      <div className={alone}>
        <KindTabs counts={leads.data?.counts ?? []} address={address} />
        <Filters address={address} />
      </div>
      <div className={open ? 'xl:grid xl:grid-cols-[minmax(0,1fr)_27rem] xl:items-start xl:gap-6' : ''}>
        <div className={alone}>
          <TapCard search={address.search} />
          <DataTable
            caption="Richieste, le più recenti per prime"
            columns={open ? besideColumns : allColumns}
            of={leads}
            rowId={({ kind, id }) => `${kind}-${id}`}
            address={address}
            isStrong={({ isRead }) => !isRead}
            empty="Nessuna richiesta"
          />
        </div>
        {open && <LeadPanel key={`${open.kind}-${open.id}`} {...open} onClose={open.close} />}
      </div>
    </>
  )
}

/** Whoever closes a lead is back at its line of the list. */
function useFocusBack(open: OpenLead): void {
  const last = useRef<OpenLead>(null)
  useEffect(() => {
    if (!open && last.current)
      document.querySelector<HTMLElement>(`a[href^="${leadPath(last.current)}"]`)?.focus()
    last.current = open
  }, [open])
}

type OpenLead = { kind: LeadKind; id: number; close: () => void } | null

function useOpenLead(): OpenLead {
  const { kind, id } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const found = LeadKind.anyOf.find((one) => one.const === kind)?.const
  if (!found || !/^\d+$/.test(id ?? '')) return null
  return { kind: found, id: Number(id), close: () => void navigate(`/admin/richieste/${search}`) }
}

/** J and K go through the list as in mail programs, Escape closes; never while somebody types. */
function useKeys(leads: LeadItem[], open: OpenLead): void {
  const navigate = useNavigate()
  const { search } = useLocation()
  const state = useRef({ leads, open, search })
  useEffect(() => {
    state.current = { leads, open, search }
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { leads, open, search } = state.current
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select, dialog')
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Escape') open?.close()
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0
      if (step === 0) return
      const at = leads.findIndex(({ kind, id }) => kind === open?.kind && id === open.id)
      const next = leads[at < 0 ? 0 : at + step]
      if (next) void navigate(leadPath(next, search))
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [navigate])
}

function Actions({ address }: { address: Address }) {
  const session = useSession()
  const { kind, status, assignedTo, from, to } = address.filters
  const chosen = { kind, status, assignedTo, from, to, search: address.search }
  const query = new URLSearchParams(
    Object.entries(chosen).filter((one): one is [string, string] => Boolean(one[1])),
  )
  return (
    <>
      <SoundSwitch />
      {session?.isSuperAdmin && (
        <a
          href={`/api/admin/leads/export.csv?${query}`}
          download
          className={buttonClass('plain', 'max-sm:hidden')}
        >
          Esporta CSV
        </a>
      )}
      <Link to="/admin/richieste/nuova/" className={buttonClass('sea')}>
        Nuova dal telefono
      </Link>
    </>
  )
}

function Filters({ address }: { address: Address }) {
  const owners = useQueryCall(ListOwners, {})
  const { assignedTo, from, to } = address.filters
  const names = Object.fromEntries((owners.data ?? []).map(({ id, username }) => [String(id), username]))
  return (
    <FilterBar>
      <SearchBox
        label="Cerca nome, telefono, email, località, codice"
        value={address.search}
        onSearch={(search) => address.set({ search })}
      />
      <ChoiceFilter
        label="Assegnata a"
        value={assignedTo}
        choices={{ '0': 'nessuno', ...names }}
        onChoose={(value) => address.set({ assignedTo: value })}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <DayFilter label="Dal" value={from} onChoose={(value) => address.set({ from: value })} />
        <DayFilter label="al" value={to} onChoose={(value) => address.set({ to: value })} />
      </div>
    </FilterBar>
  )
}

const received: DataColumn<LeadItem> = {
  id: 'received',
  header: 'Ricevuta',
  sort: 'createdAt',
  cell: (lead) => (
    <div className="grid justify-items-start gap-1">
      <time dateTime={lead.createdAt} className="figures whitespace-nowrap">
        {showDateTime(lead.createdAt)}
      </time>
      <AnswerClock {...lead} />
    </div>
  ),
}

const customer: DataColumn<LeadItem> = {
  id: 'customer',
  header: 'Cliente',
  sort: 'name',
  cell: (lead) => (
    <div className="md:min-w-36">
      <OpenLink lead={lead} />
      <div className="font-normal text-ink-soft text-sm">
        <span className="figures whitespace-nowrap">{lead.phone}</span>
        {lead.email && <span className="block wrap-anywhere">{lead.email}</span>}
      </div>
    </div>
  ),
}

/** Without the address: the open lead beside it takes the room. */
const customerBeside: DataColumn<LeadItem> = {
  ...customer,
  cell: (lead) => (
    <>
      <OpenLink lead={lead} />
      <span className="figures block whitespace-nowrap font-normal text-ink-soft text-sm">{lead.phone}</span>
    </>
  ),
}

function OpenLink({ lead }: { lead: LeadItem }) {
  const { search } = useLocation()
  const { kind, id } = useParams()
  const isOpen = kind === lead.kind && id === String(lead.id)
  return (
    <Link
      to={leadPath(lead, search)}
      aria-current={isOpen ? 'true' : undefined}
      className={`text-sea-deep underline underline-offset-4 ${isOpen ? 'decoration-2' : 'decoration-1'}`}
    >
      {whoOf(lead)}
      {!lead.isRead && <span className="sr-only"> (non letta)</span>}
    </Link>
  )
}

const trip: DataColumn<LeadItem> = {
  id: 'trip',
  header: 'Viaggio',
  sort: 'date',
  cell: ({ departure, destination, date, time, passengers, returnTrip, formSource, message, notes }) => {
    const details = [
      date && showDay(date),
      time,
      passengers && `${passengers} ${passengers === '1' ? 'passeggero' : 'passeggeri'}`,
      returnTrip && 'andata e ritorno',
      formSource && formName(formSource),
    ].filter(Boolean)
    return (
      <div className="min-w-0">
        {(departure || destination) && <Arrowed text={`${departure ?? '…'} → ${destination ?? '…'}`} />}
        {details.length > 0 && (
          <div className="figures font-normal text-ink-soft text-sm">{details.join(' · ')}</div>
        )}
        {message && <p className="line-clamp-2 max-w-prose font-normal text-sm">{message}</p>}
        {notes && <p className="line-clamp-1 font-normal text-ink-soft text-sm">Note: {notes}</p>}
      </div>
    )
  },
}

const state: DataColumn<LeadItem> = {
  id: 'state',
  header: 'Stato',
  sort: 'status',
  cell: ({ status, assignedToName, dueAt, callInstead }) => (
    <div className="grid justify-items-start gap-1">
      <Badge tone={stateTones[status]}>{stateNames[status]}</Badge>
      {callInstead && <Badge tone="bad">chiama invece</Badge>}
      {assignedToName && <span className="font-normal text-ink-soft text-sm">{assignedToName}</span>}
      {dueAt && <span className="font-normal text-ink-soft text-sm">entro {showDateTime(dueAt)}</span>}
    </div>
  ),
}

const answers: DataColumn<LeadItem> = {
  id: 'answers',
  header: '',
  align: 'right',
  cell: (lead) => (
    <RowActions>
      <AnswerActions lead={lead} />
    </RowActions>
  ),
}

const allColumns = [received, customer, trip, state, answers]
/** Beside an open lead, which has the buttons itself. */
const besideColumns = [received, customerBeside, trip, state]
