import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { MoreLink } from '../Section.tsx'
import type { ScreenProps } from '../screenProps.ts'
import { AskedNote, NewsletterForm } from './NewsletterForm.tsx'

/** The page that newsletter mails link to. Its forms need no JavaScript. */
export function Newsletter(view: ScreenProps<'newsletter'>) {
  return (
    <div className="bg-sea-pale">
      <div className="wrap py-12 sm:py-20">
        <div className="mx-auto max-w-2xl rounded-card border border-line bg-stone p-5 shadow-soft sm:p-9">
          <p className="font-semibold text-sea-deep text-sm uppercase tracking-[0.12em]">Newsletter</p>
          <Step {...view} />
        </div>
      </div>
    </div>
  )
}

function Step({ step, token, email, errors }: ScreenProps<'newsletter'>) {
  switch (step) {
    case 'ask':
      return (
        <Notice title="La prossima guida nella tua posta">
          <NewsletterForm
            email={email}
            refused={Object.fromEntries(errors.map(({ path, message }) => [path, message]))}
          />
        </Notice>
      )
    case 'asked':
      return (
        <Notice title="Manca solo la conferma">
          <AskedNote />
        </Notice>
      )
    case 'confirm':
      return (
        <Notice title="Vuoi ricevere la newsletter?">
          <p>
            Confermando acconsenti a ricevere le nostre guide e novità per email, secondo la{' '}
            <a href="/privacy-policy/" className="text-sea underline">
              Privacy Policy
            </a>
            . Puoi annullare l’iscrizione quando vuoi.
          </p>
          <Press action="/newsletter/conferma/" token={token} label="Conferma l’iscrizione" />
        </Notice>
      )
    case 'confirmed':
      return (
        <Notice title="Iscrizione confermata">
          <p>Grazie! Ti scriviamo quando esce qualcosa di utile.</p>
          <MoreLink href="/blog/">Leggi il blog</MoreLink>
        </Notice>
      )
    case 'end':
      return (
        <Notice title="Non vuoi più la newsletter?">
          <p>Basta un clic: non ti scriviamo più.</p>
          <Press action="/newsletter/disiscrizione/" token={token} label="Annulla l’iscrizione" />
        </Notice>
      )
    case 'ended':
      return (
        <Notice title="Iscrizione annullata">
          <p>Non ricevi più la newsletter. Se cambi idea, puoi iscriverti di nuovo dal blog.</p>
          <MoreLink href="/blog/">Vai al blog</MoreLink>
        </Notice>
      )
    case 'unknown':
      return (
        <Notice title="Questo link non è più valido">
          <p>L’iscrizione non c’è più, oppure il link è incompleto. Puoi iscriverti di nuovo dal blog.</p>
          <MoreLink href="/blog/#newsletter">Vai al blog</MoreLink>
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

function Press({ action, token, label }: { action: string; token: string; label: string }) {
  return (
    <form method="post" action={action}>
      <input type="hidden" name="t" value={token} />
      <Button type="submit" look="sun">
        {label}
      </Button>
    </form>
  )
}
