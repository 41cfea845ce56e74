import { useEffect, useState } from 'react'
import { useLanguage } from './language.ts'
import { addToastHost, dismissToast, type Toast, useToast } from './toast.ts'
import { useCountdown } from './useCountdown.ts'

const shownMs = 5000
const shownWithActionMs = 15_000

/** Shows toasts. The page mounts one `Toasts`, and each open dialog mounts another. */
export function Toasts() {
  const [host] = useState(() => Symbol('toasts'))
  const toast = useToast(host)
  useEffect(() => addToastHost(host), [host])

  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-0 z-50 flex justify-center p-4 sm:top-auto sm:right-0
        sm:bottom-[var(--bar)] sm:left-auto"
    >
      {toast && <ToastCard key={toast.id} toast={toast} />}
    </div>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useLanguage()
  const close = () => dismissToast(toast.id)
  const handlers = useCountdown(toast.isLasting ? null : toast.action ? shownWithActionMs : shownMs, close)
  const isError = toast.tone === 'destructive'

  return (
    <div
      {...handlers}
      role={isError ? 'alert' : undefined}
      className={`pointer-events-auto flex w-full max-w-96 animate-rise items-start gap-3 rounded-card border-l-4 bg-band
        py-3 pr-1 pl-4 text-white shadow-soft ${isError ? 'border-brick' : 'border-leaf'}`}
    >
      <div className="min-w-0 flex-1 py-1.5">
        <strong className="block font-semibold">{toast.title}</strong>
        {toast.text && <p className="mt-0.5 text-white/85 text-sm">{toast.text}</p>}
        {toast.action && (
          <button
            type="button"
            onClick={() => {
              close()
              toast.action?.run()
            }}
            className="mt-1 min-h-(--target) rounded-field border border-white/40 px-4 font-semibold hover:bg-white/10"
          >
            {toast.action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        onClick={close}
        aria-label={t('toast.close')}
        className="grid size-(--target) shrink-0 place-items-center rounded-field text-xl leading-none hover:bg-white/10"
      >
        <span aria-hidden="true">×</span>
      </button>
    </div>
  )
}
