import {
  type AnalyticsConfiguration,
  DeleteAnalyticsConfiguration,
  ListAnalyticsConfigurations,
} from '../../../../modules/settings/analytics/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { Badge } from '../../kit/Badge.tsx'
import type { DataColumn } from '../../kit/DataTable.tsx'
import { showDate } from '../../kit/format.ts'
import { listScreen } from '../../kit/ListScreen.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { thingActions } from '../../kit/ThingActions.tsx'

const columns: DataColumn<AnalyticsConfiguration>[] = [
  {
    id: 'measurementId',
    header: 'ID Misurazione',
    sort: 'measurementId',
    cell: ({ id, measurementId }) => (
      <RowLink to={adminPath('google-analytics/:id/', { id })}>{measurementId || 'Senza ID'}</RowLink>
    ),
  },
  { id: 'description', header: 'Descrizione', cell: ({ description }) => description },
  {
    id: 'state',
    header: 'Stato',
    sort: 'active',
    cell: ({ isActive }) =>
      isActive ? <Badge tone="ok">Attiva</Badge> : <Badge tone="quiet">Non attiva</Badge>,
  },
  { id: 'created', header: 'Creata il', sort: 'createdAt', cell: ({ createdAt }) => showDate(createdAt) },
  thingActions({
    path: 'google-analytics/:id/',
    name: ({ measurementId }) => measurementId,
    deletion: {
      command: DeleteAnalyticsConfiguration,
      title: ({ measurementId, description }) =>
        `Eliminare la configurazione ${measurementId || description}?`,
      text: ({ isActive }) => isActive && 'È quella attiva: il sito smetterà di raccogliere statistiche.',
      done: 'Configurazione eliminata',
      failed: 'Impossibile eliminare la configurazione',
      renews: [ListAnalyticsConfigurations.http],
    },
  }),
]

export default listScreen({
  title: 'Google Analytics',
  intro:
    'Una sola configurazione può essere attiva alla volta: attivandone una, l’altra si spegne. Le statistiche partono solo per chi le ha accettate.',
  create: { path: 'google-analytics/nuova/', label: 'Nuova configurazione' },
  caption: 'Configurazioni di Google Analytics',
  query: ListAnalyticsConfigurations,
  columns,
  isStrong: ({ isActive }) => isActive,
  empty: 'Nessuna configurazione: il sito non carica Google Analytics.',
})
