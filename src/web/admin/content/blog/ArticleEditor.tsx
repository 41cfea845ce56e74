import { useState } from 'react'
import { slugOf } from '../../../../modules/catalog/routes/slug.contract.ts'
import {
  type Article,
  metaDescriptionHint,
  metaTitleHint,
} from '../../../../modules/content/blog/contract.ts'
import { ListCategories } from '../../../../modules/content/categories/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { Confirm } from '../../kit/Confirm.tsx'
import { FieldGroup, FieldRow, Form, FormArea, FormSelect, FormText } from '../../kit/Form.tsx'
import { showDateTime } from '../../kit/format.ts'
import { PictureField } from '../pictures/PictureField.tsx'
import { MarkdownField } from './MarkdownField.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import { Meter, SearchPreview } from './SearchPreview.tsx'
import { useArticleForm } from './useArticleForm.ts'
import type { Autosave } from './useAutosave.ts'

export function ArticleEditor({ article }: { article: Article | null }) {
  const { form, values, autosave, hasDraft, leave, saveWith, discardDraft } = useArticleForm(article)
  const { rhf } = form
  const categories = useQueryCall(ListCategories, { page: 1, limit: 100 })
  const [asked, setAsked] = useState<'schedule' | 'withdraw' | null>(null)
  // A slug that somebody wrote is theirs; until then it follows the title of a new article.
  const [isOwnSlug, setOwnSlug] = useState(article !== null)
  const { state } = article ?? { state: 'bozza' as const }
  const names = (categories.data?.items ?? []).map(({ name }) => name)
  const category = values.category || ''
  const choices = category && !names.includes(category) ? [...names, category] : names
  const picture = values.featuredImage ?? ''
  const change = { shouldDirty: true, shouldValidate: rhf.formState.isSubmitted }

  return (
    <>
      {hasDraft && <DraftNotice article={article} onDiscard={discardDraft} />}
      <Form
        form={form}
        isWide
        save={saveLabels[state]}
        onCancel={leave}
        note={<KeptNote autosave={autosave} />}
        actions={
          <>
            {state !== 'pubblicato' && (
              <>
                <Button look="ink" onClick={() => saveWith({ isPublished: true, publishAt: null })}>
                  Pubblica
                </Button>
                <Button look="plain" onClick={() => setAsked('schedule')}>
                  {state === 'programmato' ? 'Cambia data' : 'Programma'}
                </Button>
              </>
            )}
            {state === 'programmato' && (
              <Button look="plain" onClick={() => saveWith({ isPublished: false, publishAt: null })}>
                Annulla programmazione
              </Button>
            )}
            {state === 'pubblicato' && (
              <Button look="plain" onClick={() => setAsked('withdraw')}>
                Ritira
              </Button>
            )}
          </>
        }
      >
        {article && <Publication article={article} />}
        <FieldRow>
          <FormText
            form={form}
            name="title"
            label="Titolo"
            onInput={({ currentTarget }) => {
              if (!isOwnSlug) rhf.setValue('slug', slugOf(currentTarget.value), change)
            }}
          />
          <FormText
            form={form}
            name="slug"
            label="Slug"
            hint={
              state === 'pubblicato'
                ? 'Se lo cambi, il vecchio indirizzo porta al nuovo.'
                : 'La parte finale dell’indirizzo: minuscole e trattini.'
            }
            autoCapitalize="none"
            onInput={() => setOwnSlug(true)}
          />
        </FieldRow>
        <FieldRow>
          <FormSelect
            form={form}
            name="category"
            label="Categoria"
            none="Nessuna"
            choices={choices.map((name) => [name, name] as const)}
          />
          <FormArea form={form} name="summary" label="Riassunto" rows={2} />
        </FieldRow>
        <MarkdownField
          label="Contenuto"
          value={values.content ?? ''}
          error={rhf.formState.errors.content?.message?.toString()}
          onChange={(text) => rhf.setValue('content', text, change)}
          onBlur={() => void (rhf.formState.isSubmitted && rhf.trigger('content'))}
        />
        <FieldGroup title="Immagine dell’articolo">
          <PictureField
            value={picture}
            onChange={(path) => {
              rhf.setValue('featuredImage', path, change)
              // Its words were about another picture.
              if (path !== picture) rhf.setValue('imageAlt', '', change)
            }}
          />
          <FieldRow>
            <FormText
              form={form}
              name="featuredImage"
              label="Indirizzo dell’immagine"
              hint="Di questo sito; l’indirizzo di una tratta ne mostra la mappa."
            />
            {picture && (
              <FormText
                form={form}
                name="imageAlt"
                label="Testo alternativo"
                hint={
                  values.imageAlt
                    ? 'Lo ascolta chi non vede l’immagine.'
                    : 'Manca: di’ in poche parole che cosa si vede, per chi non vede l’immagine.'
                }
              />
            )}
          </FieldRow>
        </FieldGroup>
        <FieldGroup title="Motori di ricerca">
          <div className="grid gap-5 lg:grid-cols-2">
            <div className="grid content-start gap-4">
              <div>
                <FormText
                  form={form}
                  name="metaTitle"
                  label="Titolo per Google"
                  hint="Vuoto: vale il titolo."
                />
                <Meter
                  label="Titolo"
                  length={(values.metaTitle || values.title || '').length}
                  max={metaTitleHint}
                />
              </div>
              <div>
                <FormArea
                  form={form}
                  name="metaDescription"
                  label="Descrizione per Google"
                  rows={3}
                  hint="Vuota: vale il riassunto."
                />
                <Meter
                  label="Descrizione"
                  length={(values.metaDescription || values.summary || '').length}
                  max={metaDescriptionHint}
                />
              </div>
            </div>
            <SearchPreview
              slug={values.slug ?? ''}
              title={values.metaTitle || values.title || ''}
              description={values.metaDescription || values.summary || ''}
            />
          </div>
        </FieldGroup>
      </Form>
      {asked === 'schedule' && (
        <ScheduleDialog
          publishAt={article?.publishAt ?? null}
          onClose={() => setAsked(null)}
          onChoose={(publishAt) => {
            setAsked(null)
            saveWith({ isPublished: false, publishAt })
          }}
        />
      )}
      {asked === 'withdraw' && (
        <Confirm
          title={`Ritirare l’articolo «${article?.title}»?`}
          action="Ritira"
          onClose={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null)
            saveWith({ isPublished: false, publishAt: null })
          }}
        >
          Torna una bozza: i visitatori non lo trovano più, il testo resta.
        </Confirm>
      )}
    </>
  )
}

const saveLabels = {
  bozza: 'Salva bozza',
  programmato: 'Salva Articolo',
  pubblicato: 'Pubblica modifiche',
}

function Publication({
  article: { state, publishAt, publishedAt, slug, isPublished },
}: {
  article: Article
}) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {state === 'pubblicato' && <Badge tone="ok">Pubblicato</Badge>}
      {state === 'programmato' && <Badge tone="info">Programmato</Badge>}
      {state === 'bozza' && <Badge tone="quiet">Bozza</Badge>}
      {isPublished && publishedAt && <span>dal {showDateTime(publishedAt)}</span>}
      {publishAt && <span>per il {showDateTime(publishAt)}</span>}
      {isPublished && (
        <a href={`/blog/${slug}/`} target="_blank" rel="noreferrer" className="text-sea-deep underline">
          Vedi sul sito<span className="sr-only"> in una nuova scheda</span>
        </a>
      )}
    </p>
  )
}

function DraftNotice({ article, onDiscard }: { article: Article | null; onDiscard: () => void }) {
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-card bg-sun-pale px-4 py-3"
    >
      <p>
        {article?.draft
          ? `Stai vedendo modifiche non pubblicate, scritte da ${article.draft.savedBy} il ${showDateTime(article.draft.updatedAt)}.`
          : 'Hai ripreso un articolo che avevi iniziato in questo browser.'}
      </p>
      <Button look="plain" onClick={onDiscard}>
        Scarta modifiche
      </Button>
    </div>
  )
}

function KeptNote({ autosave: { state, savedAt, problem } }: { autosave: Autosave }) {
  if (state === 'failed') return <span className="font-medium text-brick">Bozza non salvata: {problem}</span>
  if (state === 'typing' || !savedAt) return 'Modifiche non salvate'
  return `Bozza salvata il ${showDateTime(savedAt)}, non ancora pubblicata`
}
