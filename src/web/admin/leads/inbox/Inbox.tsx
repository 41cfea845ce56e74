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
import { DataTable } from '../../kit/DataTable.tsx'
import { DayRange } from '../../kit/DayFilter.tsx'
import { DownloadLink } from '../../kit/DownloadLink.tsx'
import { ChoiceFilter, FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { useRights } from '../../kit/rights.ts'
import { SavedViews } from '../../kit/SavedViews.tsx'
import { Title } from '../../kit/Title.tsx'
import { useIsPhone } from '../../kit/useIsPhone.ts'
import { type ListAddress, useListAddress } from '../../kit/useListAddress.ts'
import { whoOf } from '../lead/leadLabels.ts'
import { inboxCards, inboxColumns, inboxColumnsBesideLead } from './inboxColumns.tsx'
import { KindTabs } from './KindTabs.tsx'
import { LeadActs, leadNouns } from './LeadActs.tsx'
import { LeadPanel, type LeadParts } from './LeadPanel.tsx'
import { SoundSwitch } from './SoundSwitch.tsx'
import { TapCard } from './TapCard.tsx'
import { useFocusBack, useLeadInUrl, useLeadKeys, useOpenLead } from './useOpenLead.ts'

const filters = ['kind', 'status', 'assignedTo', 'from', 'to', 'isWaiting'] as const
type Address = ListAddress & ReturnType<typeof useListAddress<(typeof filters)[number]>>

/** Shows the list of leads and, beside the list, the lead that the URL names. */
export function Inbox({ parts }: { parts: LeadParts }) {
  const address = useListAddress(filters)
  const { assignedTo, isWaiting, ...chosen } = address.filters
  const filter = {
    ...chosen,
    ...(address.search ? { search: address.search } : {}),
    ...(assignedTo ? { assignedTo: Number(assignedTo) } : {}),
    ...(isWaiting ? { isWaiting: true } : {}),
  }
  const asked = { ...address.input, ...filter }
  const leads = useQueryCall(ListLeads, asked as (typeof ListLeads)['input']['static'], {
    keepPrevious: true,
  })
  const shownRows = useRef<LeadItem[]>([])
  const isOpen = useLeadInUrl() !== null
  const isPhone = useIsPhone()
  // In narrow windows the open lead replaces the list.
  const alone = isOpen ? 'max-xl:hidden' : ''
  return (
    <>
      <Title
        actions={
          <div className={`flex flex-wrap gap-2 ${alone}`}>
            <Actions address={address} isPhone={isPhone} />
          </div>
        }
      >
        Richieste Disponibilità
      </Title>
      <div className={alone}>
        <Filters address={address} counts={leads.data?.counts ?? []} isPhone={isPhone} />
      </div>
      <div className={isOpen ? 'xl:grid xl:grid-cols-[minmax(0,1fr)_27rem] xl:items-start xl:gap-6' : ''}>
        <div className={alone}>
          <TapCard search={address.search} />
          <DataTable
            caption="Richieste, le più recenti per prime"
            columns={isPhone ? inboxCards : isOpen ? inboxColumnsBesideLead : inboxColumns}
            of={leads}
            rowId={({ kind, id }) => `${kind}-${id}`}
            address={address}
            shownRows={shownRows}
            isStrong={({ isRead }) => !isRead}
            empty="Nessuna richiesta"
            bulk={{
              command: ChangeLeads,
              filter,
              nouns: leadNouns,
              nameOf: whoOf,
              acts: (rows) => <LeadActs chosen={rows} />,
            }}
          />
        </div>
        <OpenedLead leads={shownRows} parts={parts} />
      </div>
    </>
  )
}

/** Shows the open lead, if any. A component, so that leaving the lead does not render the list before the next frame. */
function OpenedLead({ leads, parts }: { leads: RefObject<LeadItem[]>; parts: LeadParts }) {
  const opened = useOpenLead()
  const { open } = opened
  useLeadKeys(leads, opened)
  useFocusBack(open)
  return open && <LeadPanel key={`${open.kind}-${open.id}`} open={open} parts={parts} />
}

function Actions({ address, isPhone }: { address: Address; isPhone: boolean }) {
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

interface FiltersProps {
  address: Address
  counts: Parameters<typeof KindTabs>[0]['counts']
  isPhone: boolean
}

function Filters({ address, counts, isPhone }: FiltersProps) {
  const owners = useQueryCall(ListOwners, {})
  const { assignedTo, from, to } = address.filters
  const names = Object.fromEntries(
    (owners.data?.items ?? []).map(({ id, username }) => [String(id), username]),
  )
  return (
    <FilterBar>
      <SearchBox label="Cerca nome, telefono, email, località, codice" address={address} />
      <KindTabs counts={counts} address={address} />
      <SavedViews section="richieste/" />
      <ChoiceFilter
        label="Assegnata a"
        value={assignedTo}
        choices={{ '0': 'nessuno', ...names }}
        onChoose={(value) => address.set({ assignedTo: value })}
      />
      <DayRange from={from} to={to} set={address.set} />
      {isPhone && <SoundSwitch />}
    </FilterBar>
  )
}
