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

/** What a button says about the publication, besides saving what is typed. */
export type Intent = Pick<ArticleForm, 'isPublished' | 'publishAt'>

/** The form of an article: what is saved, the draft laid over it, and where a save leads. */
export function useArticleForm(article: Article | null) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const intent = useRef<Intent | null>(null)
  const kept = useRef(true)
  const pending = useRef<Promise<void>>(Promise.resolve())
  const leave = () => void navigate('/admin/blog/')
  const schema = (article ? SaveArticle.input : CreateArticle.input) as typeof CreateArticle.input

  const form = useContractForm({
    schema,
    values: article ?? { ...blank, isPublished: false, publishAt: '' },
    save: async (typed) => {
      // A draft on its way would arrive after the article that it has become.
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

  // What was typed and not saved lies over what is saved: the form knows both, and says that they differ.
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

  /** Saves, and does what the button says. */
  function saveWith(change: Intent | null): void {
    intent.current = change
    form.submit()
  }

  return {
    // The saving button and Ctrl S change nothing about the publication.
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

/** What has happened to an article, in the words of the button that was pressed. */
function saidOf(before: Article | null, after: Article): string {
  if (after.isPublished) return before?.isPublished ? 'Modifiche pubblicate' : 'Articolo pubblicato'
  if (before?.isPublished) return 'Articolo ritirato'
  if (after.publishAt) return 'Pubblicazione programmata'
  return before?.publishAt ? 'Programmazione annullata' : 'Bozza salvata'
}

/** All fields of a draft, in one order, so that two of them can be compared. */
function fieldsOf(values: DraftFields): DraftFields {
  return Object.fromEntries(draftNames.map((name) => [name, values[name] ?? '']))
}

/** A draft says nothing of the fields that it leaves out. */
function said(draft: DraftFields): Partial<Record<(typeof draftNames)[number], string>> {
  return Object.fromEntries(
    draftNames.flatMap((name) => (draft[name] === undefined ? [] : [[name, draft[name] ?? '']])),
  )
}

export type ArticleFormState = ReturnType<typeof useArticleForm>
