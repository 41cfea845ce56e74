import { useEffect, useState } from 'react'
import { promisedTime } from '../../../modules/settings/company/sentences.contract.ts'
import type { AppView } from '../../pageData.ts'
import { useLanguage } from '../../ui/language.ts'
import { useCompany } from '../parts/company.ts'
import { MoreLink } from '../parts/Section.tsx'
import type { SentRequest } from '../trip/useRequests.ts'
import { RequestForm } from './RequestForm.tsx'
import { Sent } from './Sent.tsx'
import { keepSent, sentHere } from './sentHere.ts'

/** Page with the request form, for visitors without JavaScript and for shared links. */
export function RequestPage({ values, errors, isSent, code, fare }: AppView<'request'>) {
  const { t, path } = useLanguage()
  const [sent, setSent] = useState<SentRequest | null>(
    isSent ? { code, statusPath: '', calendarPath: null } : null,
  )
  // After hydration, because the server renders the form.
  useEffect(() => setSent((known) => known ?? sentHere()), [])
  return (
    <div className="bg-sea-pale">
      <div className="wrap grid gap-x-16 gap-y-8 py-10 sm:py-16 lg:grid-cols-[1fr_36rem] lg:items-start">
        {sent ? (
          <div>
            <Sent sent={sent} level="h1" />
            <p className="mt-4 flex flex-wrap gap-x-6">
              <MoreLink href={path('/tratte/')}>{t('request.allRoutes')}</MoreLink>
              <MoreLink href={path('/richiesta/')}>{t('status.newRequest')}</MoreLink>
            </p>
          </div>
        ) : (
          <>
            <Invitation />
            <div className="rounded-card border border-line bg-stone p-[20px] shadow-soft sm:p-7">
              <RequestForm
                source="pagina"
                values={values}
                refused={Object.fromEntries(
                  errors.map(({ path, message }) => [path.replace(/^\//, ''), message]),
                )}
                fare={fare}
                onSent={(stored) => {
                  keepSent(stored)
                  setSent(stored)
                }}
              />
            </div>
          </>
        )}
      </div>
    </div>
  )
}

function Invitation() {
  const { t, path } = useLanguage()
  const { hours } = useCompany()
  return (
    <div className="lg:sticky lg:top-28">
      <h1 className="text-4xl sm:text-5xl">{t('request.title')}</h1>
      <p className="mt-4 max-w-xl text-lg lg:max-w-md">
        {t('request.invitation', { promise: promisedTime(t), hours })}
      </p>
      <p className="mt-2">
        <MoreLink href={path('/contatti/')}>{t('request.onlyMessage')}</MoreLink>
      </p>
    </div>
  )
}
