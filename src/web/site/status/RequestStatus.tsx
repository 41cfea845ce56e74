import type { ReactNode } from 'react'
import { momentWords } from '../../../kernel/romanDay.ts'
import type { AppView } from '../../pageData.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/Field.tsx'
import { useLanguage } from '../../ui/language.ts'
import { formTool } from '../../ui/tools.ts'
import { useCompany } from '../parts/company.ts'
import { Icon } from '../parts/icons.tsx'
import { CallSoon } from '../request/CallSoon.tsx'
import { Sent } from '../request/Sent.tsx'
import { RequestDrivers } from './RequestDrivers.tsx'
import { RequestOffer } from './RequestOffer.tsx'

export function RequestStatus(view: AppView<'status'>) {
  const { t, path } = useLanguage()
  const { code, route, state, stateText, phase, rows, hasCalendar, changeAskedAt, isOfferExpired } = view
  const isEnded = phase === 'closed' || isOfferExpired
  return (
    <div className="bg-sea-pale">
      <div className="wrap grid gap-x-16 gap-y-8 print:gap-y-6 py-10 sm:py-16 lg:grid-cols-[1fr_30rem] lg:items-start">
        <div>
          {view.promise && (
            <div className="mb-8 print:hidden">
              <Sent
                sent={{ code: '', statusPath: '', calendarPath: null, isSoon: view.isSoon }}
                promise={view.promise}
                level="p"
              />
            </div>
          )}
          <p className="figures font-semibold text-sea-deep text-sm uppercase tracking-[0.12em]">
            {t('status.request', { code })}
          </p>
          <h1 className="mt-3 wrap-anywhere text-4xl sm:text-5xl">{route || t('status.message')}</h1>
          <h2 className="mt-6 flex items-center gap-3 text-2xl">
            <span
              className={`grid size-11 shrink-0 place-items-center rounded-full text-on-fill ${isEnded ? 'bg-ink-soft' : 'bg-leaf'}`}
            >
              <Icon name={isEnded ? 'cross' : 'check'} className="size-6" />
            </span>
            {state}
          </h2>
          <p className="mt-3 max-w-md text-lg">{stateText}</p>
          {view.isSoon && !view.promise && <CallSoon className="mt-3 lg:max-w-md" />}
          {view.isViewOnly && (
            <p className="mt-3 rounded-field bg-card px-3.5 py-2.5 lg:max-w-md">{t('status.viewOnly')}</p>
          )}
          {changeAskedAt && (
            <p className="mt-3 rounded-field bg-card px-3.5 py-2.5 lg:max-w-md">
              {t('status.changeAsked', { moment: momentWords(t, new Date(changeAskedAt)) })}
            </p>
          )}
          <RequestDrivers drivers={view.drivers} />
          <RequestOffer
            isStateSaid={isOfferExpired}
            canAccept={!view.isViewOnly}
            offer={view.offer}
            error={view.offerError}
          />
          <p className="mt-6 flex flex-wrap gap-3 empty:hidden print:hidden">
            {view.reviewToken && (
              <ButtonLink href={path(`/recensione/${view.reviewToken}/`)} look="sun">
                {t('review.write')}
              </ButtonLink>
            )}
            {phase !== 'open' && route && (
              <ButtonLink href={path('/richiesta/')} look={view.reviewToken ? 'plain' : 'sea'}>
                {t('status.newRequest')}
              </ButtonLink>
            )}
          </p>
          <Wishes view={view} />
          <Contacts code={code} />
        </div>
        <section className="rounded-card border border-line bg-card p-5 shadow-soft sm:p-7 print:p-4">
          <h2 className="text-2xl">{t('status.summary')}</h2>
          <dl className="figures mt-4 divide-y divide-line">
            {rows.map(({ label, value }) => (
              <div key={label} className="flex flex-wrap gap-x-3 py-2.5 print:py-1">
                <dt className="w-36 max-w-full text-ink-soft">{label}</dt>
                <dd className="flex-1 basis-20 wrap-anywhere font-medium">{value}</dd>
              </div>
            ))}
          </dl>
          {hasCalendar && (
            <ButtonLink href="transfer.ics" look="plain" className="mt-5 w-full print:hidden" download>
              <Icon name="clock" className="size-5 text-sea" />
              {t('request.calendar')}
            </ButtonLink>
          )}
        </section>
      </div>
    </div>
  )
}

/** Plain forms to change or cancel a lead. They are collapsed, and expanding a form serves as the confirmation. */
function Wishes({ view }: { view: AppView<'status'> }) {
  const { t, rich, path } = useLanguage()
  const { code, canCancel, canChange, text, error } = view
  return (
    <div className="mt-6 grid gap-3 empty:hidden print:hidden lg:max-w-md">
      {error && (
        <p role="alert" className="font-medium text-brick">
          {error}
        </p>
      )}
      {canChange && (
        <Folded title={t(view.route ? 'status.change' : 'status.add')} isOpen={error !== ''}>
          <form {...formTool('request_change')} method="post" noValidate className="grid gap-3">
            <TextArea
              label={t('status.what')}
              name="text"
              rows={4}
              maxLength={1000}
              required
              aria-required
              defaultValue={text}
              hint={view.route ? t('status.whatHint') : undefined}
            />
            <Button type="submit" name="azione" value="modifica" look="sea">
              {t('status.send')}
            </Button>
          </form>
        </Folded>
      )}
      {canCancel && (
        <Folded title={t('status.cancel')}>
          <form {...formTool('cancel_request')} method="post" className="grid gap-3">
            <p>
              {rich('status.cancelText', {
                code,
                route: view.routeWords,
                link: (parts) => (
                  <a href={path('/termini-condizioni/')} className="text-sea-deep underline">
                    {parts}
                  </a>
                ),
              })}
            </p>
            <Button type="submit" name="azione" value="annulla" look="plain">
              {t('status.cancelButton', { code })}
            </Button>
          </form>
        </Folded>
      )}
    </div>
  )
}

function Folded({ title, isOpen, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
  return (
    <details open={isOpen} className="group rounded-field border border-line bg-card">
      <summary className="flex min-h-12 items-center justify-between gap-3 px-3.5 py-2.5 font-medium">
        {title}
        <span aria-hidden="true" className="text-sea text-xl transition-transform group-open:rotate-45">
          +
        </span>
      </summary>
      <div className="border-line border-t p-3.5">{children}</div>
    </details>
  )
}

function Contacts({ code }: { code: string }) {
  const { rich } = useLanguage()
  const { tel, phone, email } = useCompany()
  return (
    <p className="mt-8 max-w-md">
      {rich('status.call', {
        code,
        phone,
        email,
        strong: (parts) => <strong className="figures font-semibold">{parts}</strong>,
        call: (parts) => (
          <a href={tel} className="whitespace-nowrap font-semibold text-sea-deep underline">
            {parts}
          </a>
        ),
        // Renders no link, because the bar has the link for mails, and visitors must see at most two contact
        // actions at a time.
        mail: (parts) => <strong className="wrap-anywhere font-semibold">{parts}</strong>,
      })}
    </p>
  )
}
