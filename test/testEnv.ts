/** Multiplies the time limits of database connections, because a busy machine is slow. */
export const patience = 15

export const testEnv = {
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  SITE_URL: 'https://www.salento.example',
  NODE_ENV: 'test',
  // Tests represent many visitors, so each HTTP request states its visitor's IP address.
  TRUST_PROXY: '127.0.0.1',
  LOG_LEVEL: 'silent',
  // Longer than in production, because a busy machine is slow and a 503 would fail the test.
  ANSWER_MS: '30000',
}
