import type { Static } from '@sinclair/typebox'
import {
  ReadSiteSettings,
  SaveSiteSettings,
  type SiteSettings,
} from '../../../../modules/settings/site/contract.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { Form, FormArea, FormCheck } from '../../kit/Form.tsx'
import { Answer } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { useSettingsForm } from '../../kit/useSettingsForm.ts'

export default function LiveMode() {
  const settings = useQueryCall(ReadSiteSettings, {})
  return (
    <>
      <Title intro="In manutenzione i visitatori vedono solo il messaggio; chi ha fatto l’accesso vede il sito in anteprima.">
        Modalità Live
      </Title>
      <Answer of={settings}>{(values) => <LiveModeForm values={values} />}</Answer>
    </>
  )
}

function LiveModeForm({ values }: { values: Static<typeof SiteSettings> }) {
  const form = useSettingsForm({
    read: ReadSiteSettings,
    change: SaveSiteSettings,
    values,
    done: 'Modalità aggiornata: il sito la segue subito',
    failed: 'Impossibile aggiornare la modalità',
  })
  return (
    <Form form={form} save="Salva">
      <p>
        Stato attuale:{' '}
        {values.isLive ? <Badge tone="ok">Online</Badge> : <Badge tone="warn">In manutenzione</Badge>}
      </p>
      <FormCheck
        form={form}
        name="isLive"
        label="Sito online"
        hint="Se spento, i visitatori ricevono la pagina di manutenzione."
      />
      <FormArea
        form={form}
        name="underConstructionMessage"
        label="Messaggio di manutenzione"
        hint="Si legge sulle pagine italiane; nelle altre lingue c’è sempre la frase del sito, «We’ll be back soon!»."
        rows={4}
      />
      <FormCheck
        form={form}
        name="isMcpOn"
        label="Accesso per gli assistenti (MCP)"
        hint="Se acceso, gli assistenti come ChatGPT e Claude possono leggere località, tariffe e regole all’indirizzo /mcp. Non possono inviare richieste: lo fa sempre una persona dal modulo."
      />
    </Form>
  )
}
