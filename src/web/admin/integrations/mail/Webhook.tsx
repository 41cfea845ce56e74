import type { EmailConfiguration } from '../../../../modules/integrations/mail/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { copyText } from '../../../ui/copyText.ts'
import { TextField } from '../../../ui/Field.tsx'

/** Shows the URL for Brevo's reports. Without them an accepted mail keeps the state "inviata". */
export function Webhook({ row: { webhookAddress } }: { row: EmailConfiguration }) {
  return (
    <div className="grid content-start justify-items-start gap-2">
      <TextField
        label="Da incollare in Brevo"
        hint="In Brevo: Transazionali, Impostazioni, Webhook. Così consegne e respinte compaiono qui"
        value={webhookAddress}
        readOnly
        className="w-full"
      />
      <Button look="plain" onClick={() => void copyText(webhookAddress)}>
        Copia l’indirizzo
      </Button>
    </div>
  )
}
