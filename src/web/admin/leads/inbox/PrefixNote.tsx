import { lacksPrefix } from '../../../../kernel/phonePrefix.ts'
import { languageName } from '../../../../languages/languageName.ts'
import type { LeadItem } from '../../../../modules/leads/inbox/contract.ts'

/** Warns staff of a phone number whose country nobody stated, so that they do not call a stranger in Italy. */
export function PrefixNote({ lead: { phone, language } }: { lead: Pick<LeadItem, 'phone' | 'language'> }) {
  if (!lacksPrefix(phone, language)) return null
  return (
    <p className="text-brick text-sm">
      Numero senza prefisso da una pagina in {languageName(language).toLowerCase()}: forse non è italiano.
      Chiedi il prefisso per email.
    </p>
  )
}
