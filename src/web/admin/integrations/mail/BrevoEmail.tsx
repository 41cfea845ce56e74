import {
  DeleteEmailConfiguration,
  type EmailConfiguration,
  ListEmailConfigurations,
} from '../../../../modules/integrations/mail/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { Badge } from '../../kit/Badge.tsx'
import type { DataColumn } from '../../kit/DataTable.tsx'
import { listScreen } from '../../kit/ListScreen.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { thingActions } from '../../kit/ThingActions.tsx'
import { MailSamples } from './MailSamples.tsx'

const columns: DataColumn<EmailConfiguration>[] = [
  {
    id: 'name',
    header: 'Servizio',
    sort: 'name',
    cell: ({ id, serviceName }) => (
      <RowLink to={adminPath('brevo-email/:id/', { id })}>{serviceName}</RowLink>
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
  thingActions({
    path: 'brevo-email/:id/',
    name: ({ serviceName }) => serviceName,
    deletion: {
      command: DeleteEmailConfiguration,
      title: ({ serviceName, fromEmail }) => `Eliminare la configurazione ${serviceName} (${fromEmail})?`,
      text: ({ isActive }) => isActive && 'È quella attiva: le email resteranno in attesa.',
      done: 'Configurazione eliminata',
      failed: 'Impossibile eliminare la configurazione email',
      renews: [ListEmailConfigurations.http],
    },
  }),
]

export default listScreen({
  title: 'Brevo Email',
  intro:
    'Le richieste arrivano per email agli indirizzi aziendali. Il piano gratuito di Brevo invia al massimo 300 email al giorno; perché non finiscano nello spam servono i record SPF e DKIM, e un DMARC, del dominio del mittente.',
  create: { path: 'brevo-email/nuova/', label: 'Nuova configurazione' },
  caption: 'Configurazioni email',
  query: ListEmailConfigurations,
  columns,
  isStrong: ({ isActive }) => isActive,
  empty: 'Nessuna configurazione: le email restano in attesa e partono appena ne attivi una.',
  below: <MailSamples />,
})
