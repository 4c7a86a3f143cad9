// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The command that starts a server of a SUT. Secrets belong in neither the command nor the environment, which other
 * users can see. Immutable.
 *
 * @param program path and arguments; it must stay in the foreground
 * @param environment variables in addition to the few that every child inherits, see {@link ChildEnvironment}
 * @param folder working folder; it exists
 * @param log file for its output; its folder exists
 * @param stop how a foreign program is requested to end; null for a JVM that watches its {@link Lifeline}
 * @param temporaryFiles files that are removed after it has ended
 */
public record ServerCommand(
        String name,
        List<String> program,
        Map<String, String> environment,
        Path folder,
        Path log,
        @Nullable Stop stop,
        List<Path> temporaryFiles) {
    /** The time that a JVM has to end after its lifeline has ended. */
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /** The time that a server has to end after a request to end, unless another limit is given. */
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(20);

    /** For the guard to kill the server and to end; even if the guard must be killed, a stop takes at most 30 s. */
    private static final Duration GUARD_TIMEOUT = Duration.ofSeconds(4);

    record Stop(StopSignal signal, Duration limit) {}

    /** A Java program that {@linkplain Lifeline watches} its lifeline and {@linkplain ReadyLine announces} itself. */
    public static ServerCommand java(String name, List<String> line, Path folder, Path log) {
        return new ServerCommand(name, line, Map.of(), folder, log, null, List.of());
    }

    /** A foreign program; a guard ends it with the harness. Its locale is C; a stop allows it 20 s after SIGTERM. */
    public static ServerCommand program(String name, List<String> line, Path folder, Path log) {
        Stop stop = new Stop(StopSignal.TERM, STOP_TIMEOUT);
        return new ServerCommand(name, line, Map.of("LC_ALL", "C"), folder, log, stop, List.of());
    }

    public ServerCommand withEnvironment(Map<String, String> additional) {
        Map<String, String> all = new TreeMap<>(environment);
        all.putAll(additional);
        return new ServerCommand(name, program, all, folder, log, stop, temporaryFiles);
    }

    public ServerCommand withStop(StopSignal signal, Duration limit) {
        return new ServerCommand(name, program, environment, folder, log, new Stop(signal, limit), temporaryFiles);
    }

    /** With a file, such as a secret configuration, that the server opens by name and that is removed when it ends. */
    public ServerCommand withTemporaryFile(Path file) {
        List<Path> all = new ArrayList<>(temporaryFiles);
        all.add(file);
        return new ServerCommand(name, program, environment, folder, log, stop, all);
    }

    List<String> line() {
        return stop == null ? program : ServerGuard.guarded(stop.signal(), stop.limit(), pidFile(), program);
    }

    Path pidFile() {
        return log.resolveSibling(log.getFileName().toString().replaceFirst("\\.log$", "") + ".pid");
    }

    Duration timeout() {
        return stop == null ? TIMEOUT : stop.limit().plus(GUARD_TIMEOUT);
    }
}
