import { useState } from 'react'
import { Link } from 'react-router'
import {
  DeleteEmailConfiguration,
  type EmailConfiguration,
  ListEmailConfigurations,
} from '../../../../modules/integrations/mail/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { actionsColumn, type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { DeleteConfirm } from '../../kit/DeleteConfirm.tsx'
import { ThingActions } from '../../kit/ThingActions.tsx'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'
import { MailSamples } from './MailSamples.tsx'

export default function BrevoEmail() {
  const address = useListAddress()
  const configurations = useQueryCall(ListEmailConfigurations, address.input, { keepPrevious: true })
  const [deleting, setDeleting] = useState<EmailConfiguration | null>(null)
  const columns: DataColumn<EmailConfiguration>[] = [
    {
      id: 'name',
      header: 'Servizio',
      sort: 'name',
      cell: ({ id, serviceName }) => (
        <Link to={adminPath('brevo-email/:id/', { id })} className="font-medium text-sea-deep underline">
          {serviceName}
        </Link>
      ),
    },
    { id: 'from', header: 'Mittente', sort: 'from', cell: ({ fromEmail }) => fromEmail },
    {
      id: 'way',
      header: 'Invio',
      cell: ({ apiKey, smtpHost, smtpPort }) => (apiKey ? 'API Brevo' : `SMTP ${smtpHost ?? ''}:${smtpPort}`),
    },
    {
      id: 'state',
      header: 'Stato',
      sort: 'active',
      cell: ({ isActive }) =>
        isActive ? <Badge tone="ok">Attiva</Badge> : <Badge tone="quiet">Non attiva</Badge>,
    },
    actionsColumn((configuration) => (
      <ThingActions
        to={adminPath('brevo-email/:id/', { id: configuration.id })}
        name={configuration.serviceName}
        deletion={DeleteEmailConfiguration}
        onDelete={() => setDeleting(configuration)}
      />
    )),
  ]
  return (
    <>
      <Title
        intro="Le richieste arrivano per email agli indirizzi aziendali. Il piano gratuito di Brevo invia al massimo 300 email al giorno; perché non finiscano nello spam servono i record SPF e DKIM, e un DMARC, del dominio del mittente."
        actions={
          <Link to={adminPath('brevo-email/nuova/')} className={buttonClass('sea')}>
            Nuova configurazione
          </Link>
        }
      >
        Brevo Email
      </Title>
      <DataTable
        caption="Configurazioni email"
        columns={columns}
        of={configurations}
        rowId={({ id }) => id}
        address={address}
        isStrong={({ isActive }) => isActive}
        empty="Nessuna configurazione: le email restano in attesa e partono appena ne attivi una."
      />
      <MailSamples />
      {deleting && (
        <DeleteConfirm
          command={DeleteEmailConfiguration}
          id={deleting.id}
          title={`Eliminare la configurazione ${deleting.serviceName} (${deleting.fromEmail})?`}
          done="Configurazione eliminata"
          failed="Impossibile eliminare la configurazione email"
          renews={[ListEmailConfigurations.http]}
          onClose={() => setDeleting(null)}
        >
          {deleting.isActive && 'È quella attiva: le email resteranno in attesa.'}
        </DeleteConfirm>
      )}
    </>
  )
}
