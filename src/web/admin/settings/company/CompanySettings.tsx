import { ReadCompanySettings, SaveCompanySettings } from '../../../../modules/settings/company/contract.ts'
import { FieldGroup, FieldRow, FormNumber, FormText } from '../../kit/Form.tsx'
import { type SettingsParts, settingsScreen } from '../../kit/SettingsForm.tsx'
import { ReviewFields } from './ReviewFields.tsx'
import { CredentialFields, MessageFields, RuleFields } from './ServiceFields.tsx'

export default settingsScreen({
  title: 'Impostazioni Azienda',
  intro: 'Ciò che il sito dice dell’azienda. Ogni modifica è subito visibile ai visitatori.',
  read: ReadCompanySettings,
  change: SaveCompanySettings,
  done: 'Impostazioni salvate',
  failed: 'Impossibile salvare le impostazioni',
  renews: ['GET /api/admin/today'],
  save: 'Salva Impostazioni',
  Fields,
})

function Fields({ form }: SettingsParts<typeof SaveCompanySettings, typeof ReadCompanySettings>) {
  return (
    <>
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
          <FormText form={form} name="openingFrom" label="Ufficio, dalle" hint="Per esempio 06:00" />
          <FormText form={form} name="openingTo" label="Ufficio, fino alle" hint="Per esempio 24:00" />
        </FieldRow>
      </FieldGroup>
      <CredentialFields form={form} />
      <RuleFields form={form} />
      <MessageFields form={form} />
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
      <ReviewFields form={form} />
    </>
  )
}
