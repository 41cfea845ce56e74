import { useState } from 'react'
import { Link } from 'react-router'
import {
  type AnalyticsConfiguration,
  DeleteAnalyticsConfiguration,
  ListAnalyticsConfigurations,
} from '../../../../modules/settings/analytics/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { actionsColumn, type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { DeleteConfirm } from '../../kit/DeleteConfirm.tsx'
import { showDate } from '../../kit/format.ts'
import { ThingActions } from '../../kit/ThingActions.tsx'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'

export default function Measurement() {
  const address = useListAddress()
  const configurations = useQueryCall(ListAnalyticsConfigurations, address.input, { keepPrevious: true })
  const [deleting, setDeleting] = useState<AnalyticsConfiguration | null>(null)
  const columns: DataColumn<AnalyticsConfiguration>[] = [
    {
      id: 'measurementId',
      header: 'ID Misurazione',
      sort: 'measurementId',
      cell: ({ id, measurementId }) => (
        <Link to={adminPath('google-analytics/:id/', { id })} className="font-medium text-sea-deep underline">
          {measurementId || 'Senza ID'}
        </Link>
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
    actionsColumn((configuration) => (
      <ThingActions
        to={adminPath('google-analytics/:id/', { id: configuration.id })}
        name={configuration.measurementId}
        deletion={DeleteAnalyticsConfiguration}
        onDelete={() => setDeleting(configuration)}
      />
    )),
  ]
  return (
    <>
      <Title
        intro="Una sola configurazione può essere attiva alla volta: attivandone una, l’altra si spegne. Le statistiche partono solo per chi le ha accettate."
        actions={
          <Link to={adminPath('google-analytics/nuova/')} className={buttonClass('sea')}>
            Nuova configurazione
          </Link>
        }
      >
        Google Analytics
      </Title>
      <DataTable
        caption="Configurazioni di Google Analytics"
        columns={columns}
        of={configurations}
        rowId={({ id }) => id}
        address={address}
        isStrong={({ isActive }) => isActive}
        empty="Nessuna configurazione: il sito non carica Google Analytics."
      />
      {deleting && (
        <DeleteConfirm
          command={DeleteAnalyticsConfiguration}
          id={deleting.id}
          title={`Eliminare la configurazione ${deleting.measurementId || deleting.description}?`}
          done="Configurazione eliminata"
          failed="Impossibile eliminare la configurazione"
          renews={[ListAnalyticsConfigurations.http]}
          onClose={() => setDeleting(null)}
        >
          {deleting.isActive && 'È quella attiva: il sito smetterà di raccogliere statistiche.'}
        </DeleteConfirm>
      )}
    </>
  )
}
