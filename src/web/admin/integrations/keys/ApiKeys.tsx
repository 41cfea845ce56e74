import {
  type ApiConfiguration,
  CreateApiConfiguration,
  ListApiConfigurations,
  ReadApiConfiguration,
  SaveApiConfiguration,
  serviceTitles,
} from '../../../../modules/integrations/keys/contract.ts'
import { call } from '../../../client.ts'
import { Button } from '../../../ui/Button.tsx'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { FormCheck, FormText } from '../../kit/Form.tsx'
import { showDateTime } from '../../kit/format.ts'
import { useRights } from '../../kit/rights.ts'
import { Answer } from '../../kit/States.tsx'
import { type Parts, thingForm } from '../../kit/ThingForm.tsx'
import { Title } from '../../kit/Title.tsx'
import { AiSettings } from '../ai/AiSettings.tsx'

/** `without` states how the site works without the key. */
const services = [
  {
    name: 'maps-places',
    without: 'Senza chiave, località e distanze vengono dall’archivio incluso e dalla stima interna.',
  },
  {
    name: 'maps-embed',
    without:
      'Senza chiave le pagine delle tratte hanno solo la nostra mappa e un link a Google Maps. Questa chiave si vede nelle pagine: creane una a parte, limitata a Maps Embed API e all’indirizzo del sito.',
  },
  {
    name: 'openai',
    without: 'Senza chiave i testi con i prompt ChatGPT non si possono generare.',
  },
  {
    name: 'anthropic',
    without: 'Senza chiave i testi con i prompt Claude non si possono generare.',
  },
] as const

export default function ApiKeys() {
  const configurations = useQueryCall(ListApiConfigurations, { page: 1, limit: 100 })
  return (
    <>
      <Title intro="Le chiavi sono cifrate: dopo il salvataggio se ne vedono solo gli ultimi quattro caratteri.">
        API Esterne
      </Title>
      <Answer of={configurations}>
        {({ items }) => (
          <div className="grid gap-6">
            {services.map((service) => (
              <Service
                key={service.name}
                {...service}
                row={items.find(({ name }) => name === service.name)}
              />
            ))}
            <AiSettings />
          </div>
        )}
      </Answer>
    </>
  )
}

interface ServiceProps {
  name: (typeof services)[number]['name']
  without: string
  row: ApiConfiguration | undefined
}

function Service({ name, without, row }: ServiceProps) {
  const { may } = useRights()
  const title = serviceTitles[name]
  const create = useCommandCall(CreateApiConfiguration, {
    done: 'Configurazione creata: inserisci la chiave e attivala',
    failed: 'Impossibile creare la configurazione',
    renews: [ListApiConfigurations.http],
  })
  return (
    <section aria-labelledby={name} className="rounded-card border border-line p-5">
      <h2 id={name} className="flex flex-wrap items-center gap-2 text-lg">
        {title}
        {row?.isActive && row.apiKey ? (
          <Badge tone="ok">Attiva</Badge>
        ) : (
          <Badge tone="quiet">{row ? 'Non attiva' : 'Non configurata'}</Badge>
        )}
      </h2>
      <p className="mt-1 mb-4 text-ink-soft">
        {row?.description || without}
        {row?.apiKey && (
          <span className="figures">
            {' '}
            Chiave salvata: {row.apiKey}, ultima modifica {showDateTime(row.updatedAt)}
          </span>
        )}
      </p>
      {!may(SaveApiConfiguration) ? (
        <p className="text-ink-soft">Solo un Super Admin può cambiare le chiavi.</p>
      ) : row ? (
        <KeyForm row={row} />
      ) : (
        <Button
          look="plain"
          aria-busy={create.isPending}
          onClick={() => create.mutate({ name, description: title, isActive: false })}
        >
          Crea configurazione {title}
        </Button>
      )}
    </section>
  )
}

const KeyForm = thingForm<typeof SaveApiConfiguration, { row: ApiConfiguration }>({
  command: SaveApiConfiguration,
  valuesOf: ({ row }) => row,
  readAgain: ({ row }) => call<typeof ReadApiConfiguration>(ReadApiConfiguration.http, { id: row.id }),
  done: 'Configurazione salvata',
  failed: 'Impossibile salvare la configurazione',
  renews: [ListApiConfigurations.http, ReadApiConfiguration.http],
  save: 'Salva Configurazione',
  Fields,
})

function Fields({ form, row }: Parts<typeof SaveApiConfiguration, { row: ApiConfiguration }>) {
  return (
    <>
      <FormText
        form={form}
        name="apiKey"
        type="password"
        autoComplete="off"
        hint={row.apiKey ? 'Lasciala vuota per tenere quella salvata' : undefined}
      />
      <FormText form={form} name="description" />
      <FormCheck form={form} name="isActive" />
    </>
  )
}
