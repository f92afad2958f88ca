# syntax=docker/dockerfile:1

# Both by the digest of their index of platforms: node:24.18.0-bookworm-slim, and the same line of Node.js on nothing but libraries.
FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# No package runs a script, and none needs to: on this line of Node.js better-sqlite3 brings its binaries (docs/adr/0035).
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY .swcrc.cjs tsconfig.json tsconfig.build.json ./
COPY scripts scripts
COPY deploy/image deploy/image
COPY migrations migrations
COPY src src
RUN npm run build \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && sh deploy/image/slim.sh . \
  && install -d -m 0700 data

FROM gcr.io/distroless/nodejs24-debian12:nonroot@sha256:14d42e2511532589a7c7e01a753667a74fcc96266e137e8125006b87b0c32d0a
LABEL org.opencontainers.image.title="Relayer Management Service" \
  org.opencontainers.image.description="Control plane for transaction relayers: manages relayers, notifications and signers over HTTP." \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="0.2.0" \
  org.opencontainers.image.base.name="gcr.io/distroless/nodejs24-debian12:nonroot"
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=8080 \
  DATABASE_URL=sqlite:/data/relayer-management.db \
  AUDIT_ARCHIVE_FOLDER=/data/audit-archive
WORKDIR /app
COPY LICENSE ./
COPY --from=build /build/package.json ./
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/dist dist
COPY docs/examples docs/examples
COPY docs/guides docs/guides
COPY --from=build --chown=65532:65532 /build/data /data
USER 65532:65532
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s --retries=3 \
  CMD ["/nodejs/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/v1/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/nodejs/bin/node", "--min-semi-space-size=16", "dist/src/main.js"]
CMD ["serve"]
