import type { SimpleKey } from '../../../languages/translate.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { useLanguage } from '../../ui/language.ts'
import { useCompany } from '../parts/company.ts'
import { Icon } from '../parts/icons.tsx'
import { Kept, still } from '../parts/still.tsx'

export const CallOrAsk = import.meta.env.SSR ? still(CallOrAskPart) : Kept

/** Two links: one that calls the office, with the words `call`, and one to the form for a quote. */
function CallOrAskPart({ call, className = '' }: { call: SimpleKey; className?: string }) {
  const { t, path } = useLanguage()
  const { tel } = useCompany()
  return (
    <div className={`flex flex-wrap gap-3 print:hidden ${className}`}>
      {tel && (
        <ButtonLink href={tel} look="plain" className="flex-auto sm:flex-none">
          <Icon name="phone" />
          {t(call)}
        </ButtonLink>
      )}
      <ButtonLink href={path('/contatti/')} look="plain" className="flex-auto sm:flex-none">
        {t('contacts.quote')}
      </ButtonLink>
    </div>
  )
}
