import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import {
  type Article,
  type ArticleForm,
  CreateArticle,
  DiscardDraft,
  type DraftFields,
  ListArticles,
  ReadArticle,
  SaveArticle,
} from '../../../../modules/content/blog/contract.ts'
import { ListCategories } from '../../../../modules/content/categories/contract.ts'
import { call } from '../../../client.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { renew, useCommandCall } from '../../kit/api.ts'
import { useContractForm } from '../../kit/useContractForm.ts'
import { begunArticle, forgetBegunArticle, useAutosave } from './useAutosave.ts'

const draftNames = [
  'title',
  'slug',
  'category',
  'featuredImage',
  'summary',
  'content',
  'metaTitle',
  'imageAlt',
  'metaDescription',
] as const

const blank = Object.fromEntries(draftNames.map((name) => [name, '']))

/** Change of the publication that a button such as `Pubblica` saves together with the article. */
export type Intent = Pick<ArticleForm, 'isPublished' | 'publishAt'>

/** Form of an article. If there is a draft, the form shows the draft's values instead of the article's. */
export function useArticleForm(article: Article | null) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const intent = useRef<Intent | null>(null)
  const kept = useRef(true)
  const pending = useRef<Promise<void>>(Promise.resolve())
  const leave = () => void navigate(adminPath('blog/'))
  const schema = (article ? SaveArticle.input : CreateArticle.input) as typeof CreateArticle.input

  const form = useContractForm({
    schema,
    values: article ?? { ...blank, isPublished: false, publishAt: '' },
    save: async (typed) => {
      // Waits for drafts that are being sent, because a draft must not arrive after the saved article.
      await pending.current
      const input = { ...typed, ...intent.current }
      return article
        ? call<typeof SaveArticle>(SaveArticle.http, input as typeof SaveArticle.input.static)
        : call<typeof CreateArticle>(CreateArticle.http, input)
    },
    done: (saved) => saidOf(article, saved),
    failed: 'Impossibile salvare l’articolo',
    isKept: () => kept.current,
    ...(article ? { readAgain: () => call<typeof ReadArticle>(ReadArticle.http, { id: article.id }) } : {}),
    onSaved: async () => {
      forgetBegunArticle()
      await renew(client, [ListArticles.http, ListCategories.http])
      leave()
    },
  })
  const { rhf } = form

  // Keeps the form's defaults, so that the form knows which fields of the draft differ from the stored article.
  const draft = article ? article.draft : begunArticle()
  const [hasDraft, setHasDraft] = useState(draft !== null)
  const layOver = useEffectEvent(() => {
    if (draft) rhf.reset({ ...rhf.getValues(), ...said(draft) }, { keepDefaultValues: true })
  })
  useEffect(() => layOver(), [])

  const values = rhf.watch()
  const [opened] = useState(() => ({ ...fieldsOf(article ?? {}), ...(draft ? said(draft) : {}) }))
  const autosave = useAutosave({
    id: article?.id ?? null,
    updatedAt: article?.draft?.updatedAt ?? null,
    opened,
    fields: fieldsOf(values),
    isOn: rhf.formState.isDirty && !form.isSaving,
    pending,
  })
  kept.current = autosave.state === 'kept'

  const discard = useCommandCall(DiscardDraft, {
    done: 'Modifiche scartate',
    failed: 'Impossibile scartare le modifiche',
    renews: [ListArticles.http],
    onDone: leave,
  })

  /** Saves the article. `change` also publishes, schedules or withdraws it. */
  function saveWith(change: Intent | null): void {
    intent.current = change
    form.submit()
  }

  return {
    // The save button and Ctrl S leave the publication unchanged.
    form: { ...form, submit: () => saveWith(null) },
    values,
    autosave,
    hasDraft,
    leave,
    saveWith,
    discardDraft() {
      kept.current = true
      setHasDraft(false)
      if (article) return discard.mutate({ id: article.id })
      forgetBegunArticle()
      rhf.reset()
    },
  }
}

function saidOf(before: Article | null, after: Article): string {
  if (after.isPublished) return before?.isPublished ? 'Modifiche pubblicate' : 'Articolo pubblicato'
  if (before?.isPublished) return 'Articolo ritirato'
  if (after.publishAt) return 'Pubblicazione programmata'
  return before?.publishAt ? 'Programmazione annullata' : 'Bozza salvata'
}

/** Returns the fields in a fixed order, for comparison as text. */
function fieldsOf(values: DraftFields): DraftFields {
  return Object.fromEntries(draftNames.map((name) => [name, values[name] ?? '']))
}

function said(draft: DraftFields): Partial<Record<(typeof draftNames)[number], string>> {
  return Object.fromEntries(
    draftNames.flatMap((name) => (draft[name] === undefined ? [] : [[name, draft[name] ?? '']])),
  )
}

export type ArticleFormState = ReturnType<typeof useArticleForm>
