// Replaces k6's HTML report, which loads a file from the internet.

interface Metric {
  values: Record<string, number>
  thresholds?: Record<string, { ok: boolean }>
}

interface Results {
  metrics: Record<string, Metric>
}

/**
 * Returns the report that k6 prints: a row for each kind of request, then the thresholds. If the environment variable
 * `REPORT` names a file, k6 also writes the report to this file.
 */
export function handleSummary({ metrics }: Results): Record<string, string> {
  const requests = Object.entries(metrics).filter(([name]) => name.startsWith('http_req_duration{name:'))
  const total = metrics.http_reqs?.values
  const failed = metrics.http_req_failed?.values.rate ?? 0
  const checks = metrics.checks?.values
  const text = [
    `${total?.count ?? 0} requests, ${fixed(total?.rate)} a second; ${fixed(failed * 100, 2)} % failed; ` +
      `checks ${checks?.passes ?? 0} kept, ${checks?.fails ?? 0} broken; ` +
      `visits not begun for want of room ${metrics.dropped_iterations?.values.count ?? 0}`,
    '',
    `${'ms'.padEnd(24)}${['median', 'p90', 'p95', 'p99', 'longest'].map((one) => one.padStart(9)).join('')}`,
    ...requests.map(([name, { values }]) => {
      const shown = ['med', 'p(90)', 'p(95)', 'p(99)', 'max'].map((one) => fixed(values[one]).padStart(9))
      return `${name.replace(/^.*name:(.*)}$/, '$1').padEnd(24)}${shown.join('')}`
    }),
    '',
    ...Object.entries(metrics).flatMap(([name, { thresholds = {} }]) =>
      Object.entries(thresholds).map(([rule, { ok }]) => `${ok ? 'kept  ' : 'BROKEN'} ${name} ${rule}`),
    ),
    '',
  ].join('\n')
  return { stdout: text, ...(__ENV.REPORT ? { [__ENV.REPORT]: text } : {}) }
}

function fixed(value = 0, digits = 1): string {
  return value.toFixed(digits)
}

export const summaryTrendStats = ['med', 'p(90)', 'p(95)', 'p(99)', 'max']

/**
 * Returns the thresholds of a load test. Fewer than 1 in 1,000 requests and checks may fail, k6 must start every visit,
 * and 95 % of the requests of each kind must get a response within the kind's limit in `ms`.
 */
export function within(ms: Record<string, number>): Record<string, string[]> {
  return {
    http_req_failed: ['rate<0.001'],
    checks: ['rate>0.999'],
    dropped_iterations: ['count<1'],
    ...Object.fromEntries(
      Object.entries(ms).map(([name, limit]) => [`http_req_duration{name:${name}}`, [`p(95)<${limit}`]]),
    ),
  }
}
