# shellcheck shell=bash
# What the scripts beside this one share.

step() { printf '\n== %s (at %ss)\n' "$1" "$SECONDS"; }
fail() {
  echo "FAILED: $1" >&2
  exit 1
}

# poll SECONDS WHAT COMMAND...: until the command succeeds
poll() {
  local deadline=$((SECONDS + $1)) what=$2
  shift 2
  until "$@" >/dev/null 2>&1; do
    ((SECONDS < deadline)) || fail "$what is not there in time"
    sleep 0.2
  done
}

listens() { (: >"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

free_port() {
  node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
}

# The settings of whoever runs this are not those of what is proven.
forget_settings() {
  local setting
  for setting in HOST PORT API_KEY DATABASE_URL REDIS_URL STORAGE_ENCRYPTION_KEY LOG_LEVEL \
    RATE_LIMIT_REQUESTS_PER_SECOND RATE_LIMIT_BURST_SIZE; do
    unset "$setting" "${setting}_FILE"
  done
}

# npm_ci LOG OPTION...: installs, and holds npm to silence. What the machine's own settings of npm cause is its matter.
npm_ci() {
  local log=$1
  shift
  npm ci --no-audit --no-fund "$@" >"$log" 2>&1 || {
    cat "$log"
    fail 'npm ci'
  }
  cat "$log"
  ! grep -i 'npm warn' "$log" | grep -vE 'Unknown (user|env|builtin|global|cli) config' || fail 'npm ci printed a warning'
}

# counted LOG WHAT WORD: the last number that Jest summed up, as in `counted test.log Tests passed`
counted() { sed -nE "s/^$2:.* ([0-9]+) $3.*/\1/p" "$1" | tail -n 1; }
