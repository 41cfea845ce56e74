import { useState } from 'react'
import { Link } from 'react-router'
import {
  type InboundMail,
  JoinInboundMail,
  ListInboundMails,
} from '../../../../modules/integrations/mail/inbound.contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { ChoiceFilter, FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'
import { leadPath } from './leadCalls.ts'
import { ReceivedMail } from './ReceivedMail.tsx'

/** Lists the mails of customers. Staff join a mail that belongs to no request to one by its code. */
export default function ReceivedMails() {
  const address = useListAddress(['isLoose'])
  const { isLoose } = address.filters
  const mails = useQueryCall(
    ListInboundMails,
    { ...address.input, ...(isLoose ? { isLoose: true } : {}) },
    { keepPrevious: true },
  )
  const columns: DataColumn<InboundMail>[] = [
    { id: 'mail', header: 'Email', sort: 'createdAt', cell: (mail) => <ReceivedMail mail={mail} /> },
    {
      id: 'lead',
      header: 'Richiesta',
      cell: (mail) =>
        mail.leadKind && mail.leadId ? (
          <Link
            to={leadPath({ kind: mail.leadKind, id: mail.leadId })}
            className="inline-flex min-h-6 items-center text-sea-deep underline"
          >
            Apri la richiesta
          </Link>
        ) : (
          <Join mail={mail} />
        ),
    },
  ]
  return (
    <>
      <Title intro="Le risposte dei clienti che Brevo consegna al sito. Quelle senza richiesta restano qui per trenta giorni.">
        Email Ricevute
      </Title>
      <FilterBar>
        <SearchBox
          label="Cerca per mittente o oggetto"
          value={address.search}
          onSearch={(search) => address.set({ search })}
        />
        <ChoiceFilter
          label="Quali"
          value={isLoose}
          choices={{ si: 'senza richiesta' }}
          all="tutte"
          onChoose={(value) => address.set({ isLoose: value })}
        />
      </FilterBar>
      <DataTable
        caption="Email ricevute"
        columns={columns}
        of={mails}
        rowId={({ id }) => id}
        address={address}
        empty="Nessuna email ricevuta"
      />
    </>
  )
}

function Join({ mail: { id, fromAddress } }: { mail: InboundMail }) {
  const [code, setCode] = useState('')
  const join = useCommandCall(JoinInboundMail, {
    done: 'Email collegata',
    failed: 'Impossibile collegare l’email',
    renews: [ListInboundMails.http],
  })
  return (
    <form
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
        aria-required
        maxLength={20}
        autoComplete="off"
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      <Button look="plain" type="submit" disabled={join.isPending || code.trim() === ''}>
        Collega<span className="sr-only"> l’email di {fromAddress}</span>
      </Button>
    </form>
  )
}
