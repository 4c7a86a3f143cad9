# SPDX-License-Identifier: Apache-2.0
# Starts an agent, which outlives the connection; its launcher becomes the JVM, so that the process id stays.
set -eu
umask 077
state="$HOME/.plateau/rig"
mkdir -p "$state"
pid=$(cat "$state/$NAME.pid" 2>/dev/null || true)
if [ -n "$pid" ] && ps -o args= -p "$pid" 2>/dev/null | grep -qF -- "$CREDENTIALS"; then
    echo "runs already, process $pid"
    exit 0
fi
cd "$PLATEAU" || exit 1
log="$state/$NAME.log"
: > "$log"
if [ -n "$ALLOW" ]; then set -- --allow "$ALLOW"; else set --; fi
nohup setsid ./plateau agent --credentials "$CREDENTIALS" "$@" >> "$log" 2>&1 < /dev/null &
pid=$!
echo "$pid" > "$state/$NAME.pid"
tries=0
while [ "$tries" -lt "$TRIES" ]; do
    if grep -q "waits for runs" "$log"; then
        echo "was started, process $pid"
        exit 0
    fi
    if ! kill -0 "$pid" 2>/dev/null; then
        tail -n 5 "$log" >&2
        rm -f "$state/$NAME.pid"
        exit 1
    fi
    sleep 0.2
    tries=$((tries + 1))
done
kill "$pid"
echo "did not reach its broker in time:" >&2
tail -n 5 "$log" >&2
rm -f "$state/$NAME.pid"
exit 1
