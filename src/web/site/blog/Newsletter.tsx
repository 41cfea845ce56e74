import type { ReactNode } from 'react'
import type { AppView } from '../../pageData.ts'
import { Button } from '../../ui/Button.tsx'
import { useLanguage } from '../../ui/language.ts'
import { formTool } from '../../ui/tools.ts'
import { MoreLink } from '../parts/Section.tsx'
import { AskedNote, NewsletterForm } from './NewsletterForm.tsx'

/** The page that newsletter mails link to. Its forms need no JavaScript. */
export function Newsletter(view: AppView<'newsletter'>) {
  const { t } = useLanguage()
  return (
    <div className="bg-sea-pale">
      <div className="wrap py-12 sm:py-20">
        <div className="mx-auto max-w-2xl rounded-card border border-line bg-stone p-5 shadow-soft sm:p-9">
          <p className="font-semibold text-sea-deep text-sm uppercase tracking-[0.12em]">
            {t('newsletter.eyebrow')}
          </p>
          <Step {...view} />
        </div>
      </div>
    </div>
  )
}

function Step({ step, token, email, errors }: AppView<'newsletter'>) {
  const { t, rich, path } = useLanguage()
  switch (step) {
    case 'ask':
      return (
        <Notice title={t('newsletter.title')}>
          <NewsletterForm
            email={email}
            refused={Object.fromEntries(errors.map(({ path, message }) => [path, message]))}
          />
        </Notice>
      )
    case 'asked':
      return (
        <Notice title={t('newsletter.asked')}>
          <AskedNote />
        </Notice>
      )
    case 'confirm':
      return (
        <Notice title={t('newsletter.confirm')}>
          <p>
            {rich('newsletter.confirmText', {
              link: (parts) => (
                <a href={path('/privacy-policy/')} className="text-sea underline">
                  {parts}
                </a>
              ),
            })}
          </p>
          <Press
            tool="confirm_newsletter"
            action={path('/newsletter/conferma/')}
            token={token}
            label={t('newsletter.confirmButton')}
          />
        </Notice>
      )
    case 'confirmed':
      return (
        <Notice title={t('newsletter.confirmed')}>
          <p>{t('newsletter.confirmedText')}</p>
          <MoreLink href={path('/blog/')}>{t('newsletter.read')}</MoreLink>
        </Notice>
      )
    case 'end':
      return (
        <Notice title={t('newsletter.end')}>
          <p>{t('newsletter.endText')}</p>
          <Press
            tool="end_newsletter"
            action={path('/newsletter/disiscrizione/')}
            token={token}
            label={t('newsletter.endButton')}
          />
        </Notice>
      )
    case 'ended':
      return (
        <Notice title={t('newsletter.ended')}>
          <p>{t('newsletter.endedText')}</p>
          <MoreLink href={path('/blog/')}>{t('newsletter.toBlog')}</MoreLink>
        </Notice>
      )
    case 'unknown':
      return (
        <Notice title={t('newsletter.unknown')}>
          <p>{t('newsletter.unknownText')}</p>
          <MoreLink href={path('/blog/#newsletter')}>{t('newsletter.toBlog')}</MoreLink>
        </Notice>
      )
  }
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h1 className="mt-3 text-3xl sm:text-4xl">{title}</h1>
      <div className="mt-5 grid justify-items-start gap-4 *:w-full">{children}</div>
    </>
  )
}

interface PressProps {
  tool: Parameters<typeof formTool>[0]
  action: string
  token: string
  label: string
}

function Press({ tool, action, token, label }: PressProps) {
  return (
    <form {...formTool(tool)} method="post" action={action}>
      <input type="hidden" name="t" value={token} />
      <Button type="submit" look="sun">
        {label}
      </Button>
    </form>
  )
}
