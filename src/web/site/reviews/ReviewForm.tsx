import type { ViewOf } from '../../pageData.ts'
import { Button } from '../../ui/Button.tsx'
import { TextArea, TextField } from '../../ui/Field.tsx'
import { useLanguage } from '../../ui/language.ts'
import { formTool } from '../../ui/tools.ts'
import { MoreLink } from '../parts/Section.tsx'
import { Kept, type Served, stillView } from '../parts/still.tsx'
import { monthWords } from './monthWords.ts'
import { Stars } from './Stars.tsx'

/** The page that the mail after the ride links to. Its form is plain HTML and needs no script. */
export const ReviewForm = import.meta.env.SSR ? stillView('review', ReviewFormPart) : Kept

function ReviewFormPart({ view }: Served<'review'>) {
  const { t, path } = useLanguage()
  const { isPosted, route, month, errors } = view
  const [refusal] = errors
  const ride = [route && t('route.heading', route), month && monthWords(t, month)]
  return (
    <div className="bg-sea-pale">
      <div className="wrap py-10 sm:py-16">
        <div className="mx-auto max-w-2xl rounded-card border border-line bg-stone p-5 shadow-soft sm:p-9">
          <h1 className="text-3xl sm:text-4xl">{t(isPosted ? 'review.done' : 'review.title')}</h1>
          <p className="mt-3 wrap-anywhere text-lg">{ride.filter(Boolean).join(', ')}</p>
          {isPosted ? (
            <>
              {refusal && (
                <p role="alert" className="mt-3 font-medium text-brick">
                  {refusal.message}
                </p>
              )}
              <p className="mt-3">{t('review.doneText')}</p>
              <p className="mt-4">
                <MoreLink href={path('/recensioni/')}>{t('reviews.all')}</MoreLink>
              </p>
            </>
          ) : (
            <Form {...view} />
          )}
        </div>
      </div>
    </div>
  )
}

function Form({ values, errors }: ViewOf<'review'>) {
  const { t } = useLanguage()
  const messages = Object.fromEntries(errors.map(({ path, message }) => [path, message]))
  return (
    <form {...formTool('write_review')} method="post" noValidate className="mt-6 grid gap-5">
      {messages[''] && (
        <p role="alert" className="font-medium text-brick">
          {messages['']}
        </p>
      )}
      <fieldset aria-describedby={messages.rating && 'rating-note'}>
        <legend className="mb-1.5 font-medium text-sm">{t('review.rating')}</legend>
        <div className="grid justify-items-start gap-2">
          {[5, 4, 3, 2, 1].map((count) => (
            <label
              key={count}
              className="flex min-h-11 items-center max-w-full gap-3 rounded-field border border-ink/55 bg-card px-3.5 [&_svg]:mb-0 [&_svg]:min-w-0"
            >
              <input
                type="radio"
                name="rating"
                value={count}
                required
                {...(count === 5 && messages.rating && { autoFocus: true })}
                defaultChecked={values.rating === String(count)}
                className="size-5 shrink-0 accent-sea"
              />
              <Stars count={count} />
            </label>
          ))}
        </div>
        {messages.rating && (
          <p id="rating-note" className="mt-1.5 font-medium text-brick text-sm">
            {messages.rating}
          </p>
        )}
      </fieldset>
      <TextArea
        label={t('review.text')}
        name="text"
        rows={6}
        maxLength={1000}
        required
        aria-required
        defaultValue={values.text}
        hint={t('review.textHint')}
        error={messages.text}
      />
      <TextField
        label={t('review.name')}
        name="name"
        autoComplete="given-name"
        maxLength={60}
        required
        aria-required
        defaultValue={values.name}
        error={messages.name}
      />
      <Button type="submit" look="sun">
        {t('review.send')}
      </Button>
    </form>
  )
}
