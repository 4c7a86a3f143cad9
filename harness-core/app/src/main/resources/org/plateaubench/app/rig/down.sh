# SPDX-License-Identifier: Apache-2.0
# Ends the agent that up.sh has started.
set -eu
state="$HOME/.plateau/rig"
pid=$(cat "$state/$NAME.pid" 2>/dev/null || true)
if [ -z "$pid" ] || ! ps -o args= -p "$pid" 2>/dev/null | grep -qF -- "$CREDENTIALS"; then
    rm -f "$state/$NAME.pid"
    echo "does not run"
    exit 0
fi
kill "$pid"
tries=0
while kill -0 "$pid" 2>/dev/null; do
    if [ "$tries" -ge "$TRIES" ]; then
        kill -9 "$pid"
        rm -f "$state/$NAME.pid"
        echo "was ended by force, process $pid"
        exit 0
    fi
    sleep 0.2
    tries=$((tries + 1))
done
rm -f "$state/$NAME.pid"
echo "was ended, process $pid"
