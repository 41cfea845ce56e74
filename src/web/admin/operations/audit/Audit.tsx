import { Link } from 'react-router'
import { ListAudit } from '../../../../modules/operations/audit/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Pages } from '../../kit/Pages.tsx'
import { Answer, Empty } from '../../kit/States.tsx'
import { Timeline } from '../../kit/Timeline.tsx'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'
import { AuditEntry } from './AuditEntry.tsx'
import { AuditFilters, auditFilters } from './AuditFilters.tsx'

export default function Audit() {
  const address = useListAddress(auditFilters)
  const asked = { ...address.input, ...address.filters }
  const lines = useQueryCall(ListAudit, asked as (typeof ListAudit)['input']['static'], {
    keepPrevious: true,
  })
  return (
    <>
      <Title
        intro="Chi ha cambiato che cosa, e quando. Nessuno può modificare il registro, ma molte modifiche si possono ripristinare."
        actions={
          <Link to={adminPath('registro/blocco/')} className={buttonClass('plain')}>
            Modifiche in Blocco
          </Link>
        }
      >
        Registro Modifiche
      </Title>
      <AuditFilters address={address} actors={lines.data?.actors ?? []} />
      <Answer of={lines}>
        {(page) =>
          page.items.length === 0 ? (
            <Empty>Nessuna modifica corrisponde alla ricerca</Empty>
          ) : (
            <div aria-busy={lines.isFetching}>
              <Timeline
                entries={page.items.map((line) => ({
                  key: String(line.id),
                  at: line.at,
                  content: <AuditEntry line={line} />,
                }))}
              />
              <div className="mt-4 flex justify-end">
                <Pages name="Registro Modifiche" {...page} onPage={(next) => address.set({ page: next })} />
              </div>
            </div>
          )
        }
      </Answer>
    </>
  )
}
