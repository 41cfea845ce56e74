import { useState } from 'react'
import { Link } from 'react-router'
import {
  DeleteInboundMail,
  type InboundMail,
  JoinInboundMail,
  ListInboundMails,
} from '../../../../modules/integrations/mail/inbound.contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { DeleteConfirm } from '../../kit/DeleteConfirm.tsx'
import { ChoiceFilter, FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { RowAction, RowActions } from '../../kit/RowAction.tsx'
import { useRights } from '../../kit/rights.ts'
import { Title } from '../../kit/Title.tsx'
import { CommandForm } from '../../kit/UnshownErrors.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'
import { leadPath } from '../lead/leadCalls.ts'
import { ReceivedMail } from './ReceivedMail.tsx'

/** Lists customers' mails. Staff assign a mail without a lead by entering the code of a lead. */
export default function ReceivedMails() {
  const address = useListAddress(['isLoose', 'isAsked'])
  const { isLoose, isAsked } = address.filters
  const mails = useQueryCall(
    ListInboundMails,
    { ...address.input, ...(isLoose ? { isLoose: true } : {}), ...(isAsked ? { isAsked: true } : {}) },
    { keepPrevious: true },
  )
  const [doomed, setDoomed] = useState<InboundMail | null>(null)
  const columns: DataColumn<InboundMail>[] = [
    { id: 'mail', header: 'Email', sort: 'createdAt', cell: (mail) => <ReceivedMail mail={mail} /> },
    {
      id: 'lead',
      header: 'Richiesta',
      cell: (mail) =>
        mail.leadKind && mail.leadId ? (
          <Link
            to={leadPath({ kind: mail.leadKind, id: mail.leadId })}
            className="inline-flex min-h-6 pointer-coarse:min-h-(--target) items-center text-sea-deep underline"
          >
            Apri la richiesta
          </Link>
        ) : (
          <Loose mail={mail} onDelete={() => setDoomed(mail)} />
        ),
    },
  ]
  return (
    <>
      <Title intro="Le email dei clienti che arrivano da Brevo o dalla casella delle risposte. Quelle senza richiesta restano qui per trenta giorni.">
        Email Ricevute
      </Title>
      <FilterBar>
        <SearchBox label="Cerca per mittente o oggetto" address={address} />
        <ChoiceFilter
          label="Quali"
          value={isAsked ? 'isAsked' : isLoose && 'isLoose'}
          choices={{ isLoose: 'senza richiesta', isAsked: 'da decidere' }}
          all="tutte"
          onChoose={(value) =>
            address.set({ isLoose: undefined, isAsked: undefined, ...(value ? { [value]: 'si' } : {}) })
          }
        />
      </FilterBar>
      <DataTable
        caption="Email ricevute"
        columns={columns}
        of={mails}
        rowId={({ id }) => id}
        address={address}
        empty={
          address.search || isLoose || isAsked
            ? 'Nessuna email corrisponde ai filtri'
            : 'Nessuna email ricevuta: la prima compare quando un cliente risponde a un’email del sito'
        }
      />
      {doomed && (
        <DeleteConfirm
          command={DeleteInboundMail}
          id={doomed.id}
          title={`Eliminare l’email di ${doomed.fromName || doomed.fromAddress}?`}
          done="Email eliminata"
          failed="Impossibile eliminare l’email"
          renews={[ListInboundMails.http]}
          onClose={() => setDoomed(null)}
        >
          Si cancellano il testo e gli allegati. Non si può annullare.
        </DeleteConfirm>
      )}
    </>
  )
}

function Loose({ mail: { id, fromAddress }, onDelete }: { mail: InboundMail; onDelete: () => void }) {
  const { may } = useRights()
  const [code, setCode] = useState('')
  const join = useCommandCall(JoinInboundMail, {
    done: 'Email collegata',
    failed: 'Impossibile collegare l’email',
    renews: [ListInboundMails.http],
  })
  return (
    <CommandForm
      error={join.error}
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        join.mutate({ id, code })
      }}
    >
      <p className="w-full">
        <Badge tone="warn">senza richiesta</Badge>
      </p>
      <TextField
        label="Codice della richiesta"
        name="code"
        aria-required
        maxLength={20}
        autoComplete="off"
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      <Button look="plain" type="submit" disabled={join.isPending || code.trim() === ''}>
        Collega<span className="sr-only"> l’email di {fromAddress}</span>
      </Button>
      {may(DeleteInboundMail) && (
        <RowActions>
          <RowAction onClick={onDelete}>
            Elimina<span className="sr-only"> l’email di {fromAddress}</span>
          </RowAction>
        </RowActions>
      )}
    </CommandForm>
  )
}
