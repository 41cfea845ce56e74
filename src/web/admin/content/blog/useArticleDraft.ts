import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import {
  type Article,
  type CreateArticle,
  DiscardDraft,
  type DraftFields,
  ListArticles,
  type ReadArticle,
} from '../../../../modules/content/blog/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { useCommandCall } from '../../kit/api.ts'
import type { FormOf } from '../../kit/ThingForm.tsx'
import type { Fields } from '../../kit/ThingScreen.tsx'
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

export const blank = Object.fromEntries(draftNames.map((name) => [name, '']))

interface ArticleForm {
  form: FormOf<typeof CreateArticle>
  row: Article | null
}

/** Draft of the form. If there is a draft, the form shows the draft's values instead of the article's. */
export function useArticleDraft({ form, row: article }: ArticleForm) {
  const { rhf } = form
  const pending = useRef<Promise<void>>(Promise.resolve())
  const isDiscarded = useRef(false)
  const [question, setQuestion] = useState<'schedule' | 'withdraw' | null>(null)

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
  const discard = useDiscard()
  return {
    values,
    autosave,
    hasDraft,
    question,
    setQuestion,
    /** Resolves when the drafts sent so far are stored, because a draft must not arrive after the saved article. */
    drafted: () => pending.current,
    isKept: () => isDiscarded.current || autosave.state === 'kept',
    discardDraft() {
      isDiscarded.current = true
      setHasDraft(false)
      if (article) return discard({ id: article.id })
      forgetBegunArticle()
      rhf.reset()
    },
  }
}

function useDiscard() {
  const navigate = useNavigate()
  const { mutate } = useCommandCall(DiscardDraft, {
    done: 'Modifiche scartate',
    failed: 'Impossibile scartare le modifiche',
    renews: [ListArticles.http],
    onDone: () => void navigate(adminPath('blog/')),
  })
  return mutate
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

/** Props of the parts of the form of an article. */
export type ArticleParts = Fields<
  typeof CreateArticle,
  typeof ReadArticle,
  unknown,
  ReturnType<typeof useArticleDraft>
>
