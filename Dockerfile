# One image for every process: API (the default), worker, migrations, operators' commands.
#   docker build -t salento-transfer .
# An exact tag; for production add its digest (`docker buildx imagetools inspect` shows it).
ARG NODE=node:24.21.0-bookworm-slim

# Build stage: the pages, with all packages that the build needs.
FROM ${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
# Without install scripts: they install Node and PostgreSQL, which the image does not take from npm, and apply patches
# that the build does not need.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node node_modules/vite/bin/vite.js build --logLevel warn

# Run stage. npm's Node and PostgreSQL and the build tools are development dependencies and are left out.
FROM ${NODE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY patches patches
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && \
    node node_modules/patch-package/index.js

FROM ${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY src src
COPY sql sql
COPY data data
COPY scripts scripts
# The files belong to root and the process runs as `node`, so it cannot write them.
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT?.trim() || 3000) + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# As process 1 it receives SIGTERM and finishes open requests. Without the limit Node lets the heap grow to about 900
# MB; it needs 130 MB with 100,000 routes.
CMD ["node", "--max-old-space-size=512", "src/api/main.ts"]
