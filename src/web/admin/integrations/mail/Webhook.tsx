import type { EmailConfiguration } from '../../../../modules/integrations/mail/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { copyText } from '../../../ui/copyText.ts'
import { TextField } from '../../../ui/Field.tsx'

export function Webhook({ row: { webhookAddress, inboundAddress } }: { row: EmailConfiguration }) {
  return (
    <div className="grid gap-4">
      <Address
        label="Da incollare in Brevo"
        hint="In Brevo: Transazionali, Impostazioni, Webhook. Così consegne e respinte compaiono qui"
        address={webhookAddress}
      />
      <Address
        label="Per le risposte dei clienti"
        hint="In Brevo: un webhook “inbound” con questo indirizzo, sul dominio dell’email per le risposte. Così le risposte compaiono nella richiesta"
        address={inboundAddress}
      />
    </div>
  )
}

function Address({ label, hint, address }: { label: string; hint: string; address: string }) {
  return (
    <div className="grid content-start justify-items-start gap-2">
      <TextField label={label} hint={hint} value={address} readOnly className="w-full" />
      <Button look="plain" onClick={() => void copyText(address)}>
        Copia l’indirizzo<span className="sr-only">: {label}</span>
      </Button>
    </div>
  )
}
