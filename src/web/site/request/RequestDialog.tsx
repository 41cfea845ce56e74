import { useState } from 'react'
import { Dialog, LeaveButton } from '../../ui/Dialog.tsx'
import { useLanguage } from '../../ui/language.ts'
import type { Values } from '../../ui/useForm.ts'
import { useCompany } from '../company.ts'
import type { SentRequest } from '../useRequests.ts'
import { RequestForm } from './RequestForm.tsx'
import { Sent } from './Sent.tsx'

interface RequestDialogProps {
  values: Values
  onClose(): void
  onSent(sent: SentRequest): void
}

export function RequestDialog({ values, onClose, onSent }: RequestDialogProps) {
  const { t } = useLanguage()
  const { promiseNow } = useCompany()
  const [sent, setSent] = useState<SentRequest | null>(null)
  return (
    <Dialog
      title={t('request.title')}
      intro={sent ? undefined : t('request.intro', { promise: promiseNow() })}
      onClose={onClose}
    >
      {sent ? (
        <>
          <Sent sent={sent} />
          <LeaveButton className="mt-2 w-full">{t('request.close')}</LeaveButton>
        </>
      ) : (
        <RequestForm
          source="sticky-footer"
          values={values}
          onSent={(stored) => {
            setSent(stored)
            onSent(stored)
          }}
        />
      )}
    </Dialog>
  )
}
