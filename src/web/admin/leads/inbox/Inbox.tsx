import { type RefObject, useRef } from 'react'
import { Link } from 'react-router'
import { ChangeLeads } from '../../../../modules/leads/inbox/bulk.contract.ts'
import {
  ExportLeads,
  type LeadItem,
  ListLeads,
  ListOwners,
} from '../../../../modules/leads/inbox/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { DayRange } from '../../kit/DayFilter.tsx'
import { DownloadLink } from '../../kit/DownloadLink.tsx'
import { ChoiceFilter, FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { type BarProps, List, type ListFilter } from '../../kit/ListScreen.tsx'
import { laterPart } from '../../kit/laterPart.tsx'
import { useRights } from '../../kit/rights.ts'
import { SavedViews } from '../../kit/SavedViews.tsx'
import { Title } from '../../kit/Title.tsx'
import { useIsPhone } from '../../kit/useIsPhone.ts'
import { useListAddress } from '../../kit/useListAddress.ts'
import type { Chosen } from '../../kit/useSelection.ts'
import { leadNouns, whoOf } from '../lead/leadLabels.ts'
import { inboxCards, inboxColumns, inboxColumnsBesideLead } from './inboxColumns.tsx'
import { KindTabs } from './KindTabs.tsx'
import { LeadPanel, type LeadParts } from './LeadPanel.tsx'
import { SoundSwitch } from './SoundSwitch.tsx'
import { TapCard } from './TapCard.tsx'
import { useFocusBack, useLeadInUrl, useLeadKeys, useOpenLead } from './useOpenLead.ts'

/** Shows the list of leads and, beside the list, the lead that the URL names. */
export function Inbox({ parts }: { parts: LeadParts }) {
  const shownRows = useRef<LeadItem[]>([])
  const isOpen = useLeadInUrl() !== null
  const isPhone = useIsPhone()
  return (
    <>
      <Title
        actions={
          // In narrow windows the open lead replaces the list.
          <div className={`flex flex-wrap gap-2 ${isOpen ? 'max-xl:hidden' : ''}`}>
            <Actions />
          </div>
        }
      >
        Richieste Disponibilità
      </Title>
      <div
        className={
          isOpen
            ? 'max-xl:[&>div]:hidden xl:grid xl:grid-cols-[minmax(0,1fr)_27rem] xl:items-start xl:gap-x-6'
            : ''
        }
      >
        <List
          caption="Richieste, le più recenti per prime"
          query={ListLeads}
          columns={isPhone ? inboxCards : isOpen ? inboxColumnsBesideLead : inboxColumns}
          rowId={({ kind, id }) => `${kind}-${id}`}
          filters={filters}
          Bar={InboxBar}
          shownRows={shownRows}
          isStrong={({ isRead }) => !isRead}
          empty="Nessuna richiesta"
          bulk={bulk}
        />
        <OpenedLead leads={shownRows} parts={parts} />
      </div>
    </>
  )
}

const LeadActs = laterPart(async () => (await import('./LeadActs.tsx')).LeadActs)

const bulk = {
  command: ChangeLeads,
  nouns: leadNouns,
  nameOf: whoOf,
  renderActs: (rows: Chosen) => <LeadActs chosen={rows} />,
}

/** Shows the open lead, if any. A component, so that leaving the lead does not render the list before the next frame. */
function OpenedLead({ leads, parts }: { leads: RefObject<LeadItem[]>; parts: LeadParts }) {
  const opened = useOpenLead()
  const { open } = opened
  useLeadKeys(leads, opened)
  useFocusBack(open)
  return open && <LeadPanel key={`${open.kind}-${open.id}`} open={open} parts={parts} />
}

function Actions() {
  const address = useListAddress(filters.map(({ field }) => field))
  const isPhone = useIsPhone()
  const { may } = useRights()
  const chosen = { ...address.filters, search: address.search }
  const query = new URLSearchParams(
    Object.entries(chosen).filter((one): one is [string, string] => Boolean(one[1])),
  )
  return (
    <>
      {!isPhone && <SoundSwitch />}
      {may(ExportLeads) && !isPhone && (
        <DownloadLink path={`/api/admin/leads/export.csv?${query}`}>Esporta CSV</DownloadLink>
      )}
      <Link to={adminPath('richieste/nuova/')} className={buttonClass('sea')}>
        <span>
          Nuova<span className="max-md:sr-only"> dal telefono</span>
        </span>
      </Link>
    </>
  )
}

const filters: ListFilter<typeof ListLeads>[] = [
  { field: 'kind' },
  { field: 'status' },
  { field: 'assignedTo', read: Number },
  { field: 'from' },
  { field: 'to' },
  { field: 'travelFrom' },
  { field: 'travelTo' },
  { field: 'isWaiting', read: () => true },
]

function InboxBar({ address, output }: BarProps<typeof ListLeads>) {
  const isPhone = useIsPhone()
  const owners = useQueryCall(ListOwners, {})
  const { assignedTo, from, to, travelFrom, travelTo } = address.filters
  const names = Object.fromEntries(
    (owners.data?.items ?? []).map(({ id, username }) => [String(id), username]),
  )
  return (
    <div className="xl:col-span-2">
      <FilterBar>
        <SearchBox label="Cerca nome, telefono, email, località, codice" address={address} />
        <KindTabs counts={output?.counts ?? []} address={address} />
        <SavedViews section="richieste/" />
        <ChoiceFilter
          label="Assegnata a"
          value={assignedTo}
          choices={{ '0': 'nessuno', ...names }}
          onChoose={(value) => address.set({ assignedTo: value })}
        />
        <DayRange of="Ricevuta" from={from} to={to} set={address.set} />
        <DayRange
          of="Viaggio"
          from={travelFrom}
          to={travelTo}
          set={(days) =>
            address.set({
              ...('from' in days ? { travelFrom: days.from } : {}),
              ...('to' in days ? { travelTo: days.to } : {}),
            })
          }
        />
        {isPhone && <SoundSwitch />}
      </FilterBar>
      <TapCard search={address.search} />
    </div>
  )
}
