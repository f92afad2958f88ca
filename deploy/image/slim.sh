#!/bin/sh
# Leaves in a folder, after `npm prune --omit=dev`, what Node.js reads when the service runs: no source maps, no sources and
# types, no C sources, no compiler, no other platforms' binaries. Licences stay.
set -eu
cd "$1"

find dist node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
find node_modules -type f \( -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.flow' \) -delete
find node_modules -type f \( -name '*.c' -o -name '*.cc' -o -name '*.cpp' -o -name '*.h' -o -name '*.hpp' -o -name '*.gyp' \
  -o -name '*.gypi' \) -delete
find node_modules -type f -name '*.md' ! -iname '*licen[cs]e*' -delete
find node_modules -type d \( -name test -o -name tests -o -name __tests__ \) -prune -exec rm -rf {} +
# The compiler is an optional peer of @nestjs/swagger, for builds; the service loads TypeORM as CommonJS.
rm -rf node_modules/typescript node_modules/typeorm/browser
platform=$(node -p '`${process.platform}-${process.arch}`')
find node_modules/better-sqlite3*/prebuilds -type f ! -name "$platform.node" -delete
find node_modules -xtype l -delete
find node_modules -type d -empty -delete
