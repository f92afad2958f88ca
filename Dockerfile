# syntax=docker/dockerfile:1

FROM node:20-bookworm-slim AS build
WORKDIR /build
# better-sqlite3 is compiled where no binary is published for the platform.
RUN apt-get update \
  && apt-get install -y --no-install-recommends g++ make python3 \
  && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY .swcrc.cjs tsconfig.json tsconfig.build.json openapi.json ./
COPY scripts scripts
COPY migrations migrations
COPY src src
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:20-bookworm-slim
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=8080 \
  DATABASE_URL=sqlite:/data/relayer-management.db
WORKDIR /app
RUN install -d -o node -g node -m 0700 /data
COPY --from=build /build/package.json /build/openapi.json ./
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/dist dist
COPY docs/examples docs/examples
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/v1/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--enable-source-maps", "--min-semi-space-size=16", "--heap-growing-percent=100", "dist/src/main.js"]
CMD ["serve"]
