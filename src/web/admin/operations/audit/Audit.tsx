import { Link } from 'react-router'
import { ListAudit } from '../../../../modules/operations/audit/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { listScreen } from '../../kit/ListScreen.tsx'
import { Timeline } from '../../kit/Timeline.tsx'
import { AuditBar } from './AuditBar.tsx'
import { AuditEntry } from './AuditEntry.tsx'

export default listScreen({
  title: 'Registro Modifiche',
  intro:
    'Chi ha cambiato che cosa, e quando. Nessuno può modificare il registro, ma molte modifiche si possono ripristinare.',
  actions: (
    <Link to={adminPath('registro/blocco/')} className={buttonClass('plain')}>
      Modifiche in Blocco
    </Link>
  ),
  caption: 'Registro Modifiche',
  query: ListAudit,
  columns: [],
  filters: [{ field: 'actor' }, { field: 'kind' }, { field: 'from' }, { field: 'to' }],
  Bar: AuditBar,
  renderRows: (lines) => (
    <Timeline
      entries={lines.map((line) => ({
        key: String(line.id),
        at: line.at,
        content: <AuditEntry line={line} />,
      }))}
    />
  ),
  empty: 'Nessuna modifica corrisponde alla ricerca',
})
