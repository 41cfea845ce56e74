import { clockOf } from '../../../../kernel/romanDay.ts'
import { MakeLoginLink } from '../../../../modules/settings/staff/logIn.contract.ts'
import type { Driver } from '../../../../modules/trips/fleet/contract.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { copyText } from '../../../ui/copyText.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { withMessage } from '../../../ui/phone.ts'
import { sentenceOf, useCommandCall } from '../../kit/api.ts'

interface LoginLinkDialogProps {
  driver: Driver
  adminUserId: number
  onClose: () => void
}

/** Creates a link that logs in the driver. Staff send it with their WhatsApp or mail program. */
export function LoginLinkDialog({ driver: { name, whatsapp }, adminUserId, onClose }: LoginLinkDialogProps) {
  const make = useCommandCall(MakeLoginLink, { failed: 'Impossibile creare il link' })
  const until = make.data && clockOf(new Date(make.data.expiresAt))
  const text =
    make.data && `Ciao, da qui apri i tuoi viaggi (vale una volta, fino alle ${until}): ${make.data.url}`
  return (
    <Dialog
      title={`Link per il telefono di ${name}`}
      intro="Apre i suoi viaggi senza password. Vale una volta sola, per 30 minuti; un link nuovo annulla il precedente."
      onClose={onClose}
    >
      {make.isError && (
        <p role="alert" className="mb-4 font-medium text-brick">
          {sentenceOf(make.error)}
        </p>
      )}
      {make.data && text ? (
        <div className="grid gap-3">
          <p className="wrap-anywhere rounded-field border border-line bg-panel p-3">{make.data.url}</p>
          <div className="flex flex-wrap gap-2">
            <Button look="sea" onClick={() => void copyText(make.data.url)}>
              Copia il link
            </Button>
            {whatsapp && (
              <a
                href={withMessage(whatsapp, text)}
                target="_blank"
                rel="noreferrer"
                className={buttonClass('plain')}
              >
                Manda con WhatsApp
              </a>
            )}
            <a
              href={`mailto:?subject=${encodeURIComponent('I tuoi viaggi')}&body=${encodeURIComponent(text)}`}
              className={buttonClass('plain')}
            >
              Manda per email
            </a>
          </div>
        </div>
      ) : (
        <Button
          look="sea"
          aria-busy={make.isPending}
          disabled={make.isPending}
          onClick={() => make.mutate({ adminUserId })}
        >
          Crea il link
        </Button>
      )}
    </Dialog>
  )
}
