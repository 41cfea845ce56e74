import { Link } from 'react-router'
import {
  DeleteInboundMail,
  type InboundMail,
  JoinInboundMail,
  ListInboundMails,
} from '../../../../modules/integrations/mail/inbound.contract.ts'
import { type ActParts, actForm, SendButton } from '../../kit/ActForm.tsx'
import { Badge } from '../../kit/Badge.tsx'
import { callToEnd } from '../../kit/callToEnd.ts'
import type { DataColumn } from '../../kit/DataTable.tsx'
import { DeleteConfirm } from '../../kit/DeleteConfirm.tsx'
import { useDialog } from '../../kit/DialogPlace.tsx'
import { ChoiceFilter } from '../../kit/Filters.tsx'
import { FormText } from '../../kit/Form.tsx'
import { listScreen } from '../../kit/ListScreen.tsx'
import { RowAction, RowActions } from '../../kit/RowAction.tsx'
import { useRights } from '../../kit/rights.ts'
import { rowLink } from '../../kit/rowOpening.ts'
import { useListAddress } from '../../kit/useListAddress.ts'
import { leadPath } from '../lead/leadCalls.ts'
import { ReceivedMail } from './ReceivedMail.tsx'

const columns: DataColumn<InboundMail>[] = [
  { id: 'mail', header: 'Email', sort: 'createdAt', cell: (mail) => <ReceivedMail mail={mail} /> },
  {
    id: 'lead',
    header: 'Richiesta',
    cell: (mail) =>
      mail.leadKind && mail.leadId ? (
        <Link
          {...rowLink}
          to={leadPath({ kind: mail.leadKind, id: mail.leadId })}
          className="inline-flex min-h-6 pointer-coarse:min-h-(--target) items-center text-sea-deep underline"
        >
          Apri la richiesta
        </Link>
      ) : (
        <Loose mail={mail} />
      ),
  },
]

/** Lists customers' mails. Staff assign a mail without a lead by entering the code of a lead. */
export default listScreen({
  title: 'Email Ricevute',
  intro:
    'Le email dei clienti che arrivano da Brevo o dalla casella delle risposte. Quelle senza richiesta restano qui per trenta giorni.',
  caption: 'Email ricevute',
  query: ListInboundMails,
  columns,
  search: 'Cerca per mittente o oggetto',
  filters: [
    { field: 'isLoose', read: () => true },
    { field: 'isAsked', read: () => true },
  ],
  filterParts: <Which />,
  empty: 'Nessuna email ricevuta: la prima compare quando un cliente risponde a un’email del sito',
  emptyFiltered: 'Nessuna email corrisponde ai filtri',
})

function Which() {
  const { filters, set } = useListAddress(['isLoose', 'isAsked'])
  return (
    <ChoiceFilter
      label="Quali"
      value={filters.isAsked ? 'isAsked' : filters.isLoose && 'isLoose'}
      choices={{ isLoose: 'senza richiesta', isAsked: 'da decidere' }}
      all="tutte"
      onChoose={(value) =>
        set({ isLoose: undefined, isAsked: undefined, ...(value ? { [value]: 'si' } : {}) })
      }
    />
  )
}

const Loose = actForm<typeof JoinInboundMail, { mail: InboundMail }>({
  asked: JoinInboundMail,
  valuesOf: ({ mail }) => ({ id: mail.id, code: '' }),
  send: (input) => callToEnd(JoinInboundMail, input),
  done: 'Email collegata',
  failed: 'Impossibile collegare l’email',
  renews: [ListInboundMails.http],
  className: 'flex flex-wrap items-end gap-2',
  Fields,
})

type LooseParts = ActParts<typeof JoinInboundMail, { mail: InboundMail }>

function Fields({ form, mail: { id, fromAddress, fromName } }: LooseParts) {
  const show = useDialog()
  const { may } = useRights()
  const code: string = form.rhf.watch('code')
  const askDelete = () =>
    show((close) => (
      <DeleteConfirm
        command={DeleteInboundMail}
        id={id}
        title={`Eliminare l’email di ${fromName || fromAddress}?`}
        done="Email eliminata"
        failed="Impossibile eliminare l’email"
        renews={[ListInboundMails.http]}
        onClose={close}
      >
        Si cancellano il testo e gli allegati. Non si può annullare.
      </DeleteConfirm>
    ))
  return (
    <>
      <p className="w-full">
        <Badge tone="warn">senza richiesta</Badge>
      </p>
      <FormText form={form} name="code" maxLength={20} autoComplete="off" />
      <SendButton form={form} look="plain" disabled={code.trim() === ''}>
        Collega<span className="sr-only"> l’email di {fromAddress}</span>
      </SendButton>
      {may(DeleteInboundMail) && (
        <RowActions>
          <RowAction onClick={askDelete}>
            Elimina<span className="sr-only"> l’email di {fromAddress}</span>
          </RowAction>
        </RowActions>
      )}
    </>
  )
}
