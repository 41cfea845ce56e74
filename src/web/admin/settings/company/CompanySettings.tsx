import { useQueryClient } from '@tanstack/react-query'
import { useFieldArray } from 'react-hook-form'
import {
  ReadCompanySettings,
  SaveCompanySettings,
  type StoredCompany,
} from '../../../../modules/settings/company/contract.ts'
import { call } from '../../../client.ts'
import { Button } from '../../../ui/Button.tsx'
import { renew, useQueryCall } from '../../kit/api.ts'
import { FieldGroup, FieldRow, Form, FormArea, FormCheck, FormNumber, FormText } from '../../kit/Form.tsx'
import { Answer } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { useContractForm } from '../../kit/useContractForm.ts'

export default function CompanySettings() {
  const company = useQueryCall(ReadCompanySettings, {})
  return (
    <>
      <Title intro="Ciò che il sito dice dell’azienda. Ogni modifica è subito visibile ai visitatori.">
        Impostazioni Azienda
      </Title>
      <Answer of={company}>{(row) => <Fields row={row} />}</Answer>
    </>
  )
}

function Fields({ row }: { row: StoredCompany }) {
  const client = useQueryClient()
  const form = useContractForm({
    schema: SaveCompanySettings.input,
    values: row,
    save: (input) => call<typeof SaveCompanySettings>(SaveCompanySettings.http, input),
    done: 'Impostazioni salvate',
    failed: 'Impossibile salvare le impostazioni',
    readAgain: () => call<typeof ReadCompanySettings>(ReadCompanySettings.http, {}),
    onSaved: () => void renew(client, [ReadCompanySettings.http, 'GET /api/admin/dashboard']),
  })
  const testimonials = useFieldArray({ control: form.rhf.control, name: 'testimonials' })
  return (
    <Form form={form} save="Salva Impostazioni">
      <FieldGroup title="Azienda">
        <FormText form={form} name="companyName" label="Ragione sociale" autoComplete="organization" />
        <FieldRow>
          <FormText form={form} name="vatNumber" label="Partita IVA" />
          <FormText form={form} name="rea" label="REA" />
        </FieldRow>
        <FormText form={form} name="address" label="Indirizzo" autoComplete="street-address" />
        <FieldRow>
          <FormText form={form} name="cap" label="CAP" inputMode="numeric" autoComplete="postal-code" />
          <FormText form={form} name="city" label="Città" autoComplete="address-level2" />
        </FieldRow>
      </FieldGroup>
      <FieldGroup title="Contatti">
        <FieldRow>
          <FormText form={form} name="phone" label="Telefono" type="tel" autoComplete="tel" />
          <FormText
            form={form}
            name="whatsappPhone"
            label="Numero WhatsApp"
            type="tel"
            hint="Se manca, si usa il telefono"
          />
        </FieldRow>
        <FormText form={form} name="email" label="Email" type="email" autoComplete="email" />
        <FormText
          form={form}
          name="leadsEmail"
          label="Email per le richieste"
          hint="Uno o più indirizzi separati da virgola: tutti ricevono le richieste"
        />
        <FieldRow>
          <FormText form={form} name="openingFrom" label="Risponde dalle" hint="Per esempio 06:00" />
          <FormText form={form} name="openingTo" label="Risponde fino alle" hint="Per esempio 24:00" />
        </FieldRow>
      </FieldGroup>
      <FieldGroup title="Prezzi">
        <FormNumber
          form={form}
          name="returnDiscountPercent"
          label="Sconto sul ritorno (%)"
          hint="Si applica quando andata e ritorno sono chiesti insieme; 0 per nessuno sconto"
        />
      </FieldGroup>
      <FieldGroup title="Social">
        <FieldRow>
          <FormText form={form} name="facebookUrl" label="Facebook" type="url" />
          <FormText form={form} name="instagramUrl" label="Instagram" type="url" />
        </FieldRow>
        <FieldRow>
          <FormText form={form} name="tripadvisorUrl" label="Tripadvisor" type="url" />
          <FormText form={form} name="googleUrl" label="Profilo Google" type="url" />
        </FieldRow>
      </FieldGroup>
      <FieldGroup title="Recensioni">
        <p className="text-ink-soft">
          La legge chiede di dire se e come le recensioni sono verificate: il voto appare solo con la sua
          fonte.
        </p>
        <FieldRow>
          <FormText form={form} name="ratingValue" label="Voto medio" inputMode="decimal" hint="Da 1 a 5" />
          <FormNumber form={form} name="ratingCount" label="Numero di recensioni" />
          <FormText form={form} name="ratingSource" label="Fonte del voto" hint="Per esempio Google" />
        </FieldRow>
        <FormCheck
          form={form}
          name="areReviewsVerified"
          label="Le recensioni sono verificate"
          hint="Vengono da clienti che hanno davvero viaggiato, e l’azienda può dimostrarlo."
        />
        <ul className="grid gap-4">
          {testimonials.fields.map((field, index) => (
            <li key={field.id} className="grid gap-3 rounded-card border border-line p-4">
              <FormArea
                form={form}
                name={`testimonials.${index}.text`}
                label={`Testimonianza ${index + 1}`}
              />
              <FieldRow>
                <FormText form={form} name={`testimonials.${index}.name`} label="Nome" />
                <FormText form={form} name={`testimonials.${index}.source`} label="Fonte" />
                <FormText form={form} name={`testimonials.${index}.date`} label="Data" type="date" />
              </FieldRow>
              <div>
                <Button look="plain" onClick={() => testimonials.remove(index)}>
                  Togli la testimonianza {index + 1}
                </Button>
              </div>
            </li>
          ))}
        </ul>
        <div>
          <Button
            look="plain"
            onClick={() => testimonials.append({ name: '', text: '', source: '', date: '' })}
          >
            Aggiungi testimonianza
          </Button>
        </div>
      </FieldGroup>
    </Form>
  )
}
