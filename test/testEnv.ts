/** The environment of every app that a test starts. */
export const testEnv = {
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  SITE_URL: 'https://www.salento.example',
  NODE_ENV: 'test',
  // Tests represent many visitors, so each HTTP request states the IP address of its visitor.
  TRUST_PROXY: '127.0.0.1',
  LOG_LEVEL: 'silent',
  // The deadline is long, because a busy machine is slow and tests need every response.
  ANSWER_MS: '30000',
}
