import type { Static } from '@sinclair/typebox'
import { Link } from 'react-router'
import { languageName } from '../../../../languages/languageName.ts'
import { type AnswerWay, kindNames, type LeadKind } from '../../../../modules/leads/lead/contract.ts'
import { ListReplyTemplates } from '../../../../modules/leads/templates/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { Answer } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { kindsInOrder, wayNames, waysInOrder } from '../lead/leadLabels.ts'

type Listed = Static<typeof ListReplyTemplates.output>['items'][number]

export default function ReplyTemplates() {
  const templates = useQueryCall(ListReplyTemplates, {})
  return (
    <>
      <Title
        intro="I testi da cui parte ogni risposta, nella lingua del cliente. Un testo predefinito resta finché non ne salvi uno tuo."
        actions={
          <Link to={adminPath('risposte/nuovo/')} className={buttonClass('sea')}>
            Nuovo modello
          </Link>
        }
      >
        Modelli di Risposta
      </Title>
      <Answer of={templates}>
        {({ items }) => (
          <div className="grid gap-5">
            {kindsInOrder.map((kind) => (
              <Kind key={kind} kind={kind} templates={items.filter((one) => one.kind === kind)} />
            ))}
          </div>
        )}
      </Answer>
    </>
  )
}

function Kind({ kind, templates }: { kind: LeadKind; templates: Listed[] }) {
  return (
    <section aria-labelledby={`modelli-${kind}`} className="rounded-card border border-line p-4 sm:p-5">
      <h2 id={`modelli-${kind}`} className="mb-3 font-semibold">
        {kindNames[kind].many}
      </h2>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
        {waysInOrder.map((via) => (
          <div key={via} className="contents">
            <dt className="pt-1.5 text-ink-soft">{wayNames[via]}</dt>
            <dd className="grid gap-2">
              <Names via={via} templates={templates.filter((one) => one.via === via)} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Names({ via, templates }: { via: AnswerWay; templates: Listed[] }) {
  return [...Map.groupBy(templates, ({ name }) => name)].map(([name, own]) => (
    <div key={name} className="items-baseline gap-x-3 sm:grid sm:grid-cols-[8rem_minmax(0,1fr)]">
      <p className="font-medium">{name}</p>
      <p className="flex flex-wrap gap-x-3">
        {own.map((one) => (
          <Link
            key={one.language}
            to={templatePath(one)}
            className="inline-flex min-h-(--target) items-center gap-1.5 text-sea-deep underline underline-offset-4"
          >
            {languageName(one.language)}
            <span className="sr-only">
              {' '}
              ({kindNames[one.kind].many}, {wayNames[via]}, {name})
            </span>
            {one.id !== null && <Badge tone="info">tuo</Badge>}
          </Link>
        ))}
      </p>
    </div>
  ))
}

/** Returns the path of a stored template, or of a new one that starts from a bundled text. */
function templatePath({ id, kind, via, language }: Listed): string {
  if (id !== null) return adminPath('risposte/:id/', { id })
  return adminPath('risposte/nuovo/', {}, { kind, via, language })
}
