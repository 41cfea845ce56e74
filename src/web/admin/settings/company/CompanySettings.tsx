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
        <FormText form={form} name="companyName" autoComplete="organization" />
        <FieldRow>
          <FormText form={form} name="vatNumber" />
          <FormText form={form} name="rea" />
        </FieldRow>
        <FormText form={form} name="address" autoComplete="street-address" />
        <FieldRow>
          <FormText form={form} name="cap" inputMode="numeric" autoComplete="postal-code" />
          <FormText form={form} name="city" autoComplete="address-level2" />
        </FieldRow>
      </FieldGroup>
      <FieldGroup title="Contatti">
        <FieldRow>
          <FormText form={form} name="phone" type="tel" autoComplete="tel" />
          <FormText form={form} name="whatsappPhone" type="tel" hint="Se manca, si usa il telefono" />
        </FieldRow>
        <FormText form={form} name="email" type="email" autoComplete="email" />
        <FormText
          form={form}
          name="leadsEmail"
          hint="Uno o più indirizzi separati da virgola: tutti ricevono le richieste"
        />
        <FieldRow>
          <FormText form={form} name="openingFrom" hint="Per esempio 06:00" />
          <FormText form={form} name="openingTo" hint="Per esempio 24:00" />
        </FieldRow>
      </FieldGroup>
      <CredentialFields form={form} />
      <RuleFields form={form} />
      <MessageFields form={form} />
      <FieldGroup title="Prezzi">
        <FormNumber
          form={form}
          name="returnDiscountPercent"
          hint="Si applica quando andata e ritorno sono chiesti insieme; 0 per nessuno sconto"
        />
      </FieldGroup>
      <FieldGroup title="Social">
        <FieldRow>
          <FormText form={form} name="facebookUrl" type="url" />
          <FormText form={form} name="instagramUrl" type="url" />
        </FieldRow>
        <FieldRow>
          <FormText form={form} name="tripadvisorUrl" type="url" />
          <FormText form={form} name="googleUrl" type="url" />
        </FieldRow>
      </FieldGroup>
      <ReviewFields form={form} />
    </>
  )
}
