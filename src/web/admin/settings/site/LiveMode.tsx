import { ReadSiteSettings, SaveSiteSettings } from '../../../../modules/settings/site/contract.ts'
import { Badge } from '../../kit/Badge.tsx'
import { FormArea, FormCheck } from '../../kit/Form.tsx'
import { type SettingsParts, settingsScreen } from '../../kit/SettingsForm.tsx'

export default settingsScreen({
  title: 'Modalità Live',
  intro:
    'In manutenzione i visitatori vedono solo il messaggio; chi ha fatto l’accesso vede il sito in anteprima.',
  read: ReadSiteSettings,
  change: SaveSiteSettings,
  done: 'Modalità aggiornata: il sito la segue subito',
  failed: 'Impossibile aggiornare la modalità',
  save: 'Salva',
  Fields,
})

function Fields({ form, row }: SettingsParts<typeof SaveSiteSettings, typeof ReadSiteSettings>) {
  return (
    <>
      <p>
        Stato attuale:{' '}
        {row.isLive ? <Badge tone="ok">Online</Badge> : <Badge tone="warn">In manutenzione</Badge>}
      </p>
      <FormCheck
        form={form}
        name="isLive"
        hint="Se spento, i visitatori ricevono la pagina di manutenzione."
      />
      <FormArea
        form={form}
        name="underConstructionMessage"
        hint="Si legge sulle pagine italiane; nelle altre lingue c’è sempre la frase del sito, «We’ll be back soon!»."
        rows={4}
      />
      <FormCheck
        form={form}
        name="isMcpOn"
        hint="Se acceso, gli assistenti come ChatGPT e Claude possono leggere località, tariffe e regole all’indirizzo /mcp. Non possono inviare richieste: lo fa sempre una persona dal modulo."
      />
    </>
  )
}
