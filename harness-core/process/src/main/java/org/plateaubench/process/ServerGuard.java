// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Makes a server that ignores its standard input end with the harness. A small shell script runs between the two: at
 * the end of its input, and at {@code SIGTERM}, it sends the server its stop signal, and kills the server if that takes
 * too long. It ends when the server does, with the server's exit code. Stateless and thread-safe.
 */
public final class ServerGuard {
    /**
     * The server runs in the background, so that a signal can interrupt {@code wait}. The reader of the input is a
     * separate process, so that it ends the server even if the guard itself is killed. A signal that arrives before
     * both run is deferred until they do. A killed server leaves behind the processes that it has started, which hold
     * its data and ports: if the guard has a separate session, these are requested to end, and killed after a second.
     */
    private static final String SCRIPT = """
            signal=$1; timeout=$2; pidfile=$3; shift 3
            requested= reader= killer=
            finish() {
              kill -s "$signal" "$server" 2>/dev/null
              left=$timeout
              while [ "$left" -gt 0 ] && kill -s 0 "$server" 2>/dev/null; do sleep 1; left=$((left - 1)); done
              kill -s KILL "$server" 2>/dev/null
            }
            find_others() {
              found=
              for stat in /proc/[0-9]*/stat; do
                read -r line 2>/dev/null <"$stat" || continue
                case $line in *" $$ "*) ;; *) continue ;; esac
                set -- ${line%% *} ${line##*) }
                [ "$4" = "$$" ] && [ "$2" != Z ] || continue
                case $1 in "$$" | "$reader" | "$killer") ;; *) found="$found $1" ;; esac
              done
            }
            end_others() {
              signal=TERM left=10
              find_others
              while [ -n "$found" ]; do
                kill -s "$signal" $found 2>/dev/null
                [ "$signal" = TERM ] || return
                while [ -n "$found" ] && [ "$left" -gt 0 ]; do sleep 0.1; left=$((left - 1)); find_others; done
                signal=KILL
              done
            }
            stop_server() {
              if [ -n "$requested" ] && [ -n "$reader" ] && [ -z "$killer" ]; then
                finish >/dev/null 2>&1 & killer=$!
              fi
            }
            trap 'requested=yes; stop_server' TERM
            exec 3<&0
            "$@" </dev/null 3<&- &
            server=$!
            ( trap '' TERM; while read -r line <&3; do :; done; finish ) >/dev/null 2>&1 &
            reader=$!
            echo "$server" >"$pidfile"
            exec 3<&-
            stop_server
            wait "$server"; code=$?
            while kill -s 0 "$server" 2>/dev/null; do wait "$server"; code=$?; done
            end_others
            kill -s KILL "$reader" $killer 2>/dev/null
            exit "$code"
            """;

    private ServerGuard() {}

    public static List<String> guarded(StopSignal signal, Duration timeout, Path pidFile, List<String> command) {
        List<String> full = new ArrayList<>(List.of("/bin/sh", "-c", SCRIPT, "server-guard"));
        full.addAll(List.of(signal.name(), Long.toString(timeout.toSeconds()), pidFile.toString()));
        full.addAll(command);
        return List.copyOf(full);
    }

    /** Runs a command outside the harness's process group: Ctrl-C reaches that group, and ramp-down still needs the SUT. */
    public static List<String> inOwnSession(List<String> command) {
        List<String> full = new ArrayList<>();
        Stream.of("/usr/bin/setsid", "/bin/setsid")
                .filter(program -> Files.isExecutable(Path.of(program)))
                .findFirst()
                .ifPresent(full::add);
        full.addAll(command);
        return full;
    }
}
