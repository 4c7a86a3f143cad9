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
 * @param name name in messages, such as {@code Redis of SUT cache}
 * @param program path and arguments; it must stay in the foreground
 * @param environment variables beside the few that every child inherits, see {@link ChildEnvironment}
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
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** The time that a server has to end after a request to end, unless another limit is given. */
    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);

    /**
     * Additional time for the guard to kill the server and to end; even if the guard must be killed, a stop takes at
     * most 30 s.
     */
    private static final Duration GUARD_LIMIT = Duration.ofSeconds(4);

    /**
     * How a server is requested to end.
     *
     * @param limit after which it is killed, in whole seconds
     */
    record Stop(StopSignal signal, Duration limit) {}

    /**
     * A Java program of the plugin, which {@linkplain Lifeline watches} its lifeline and {@linkplain ReadyLine
     * announces} that it is ready.
     *
     * @param line command line as {@link JavaCommand} builds it
     */
    public static ServerCommand java(String name, List<String> line, Path folder, Path log) {
        return new ServerCommand(name, line, Map.of(), folder, log, null, List.of());
    }

    /**
     * A program that was not written for the harness; a guard makes it end with the harness. Its locale is C; a stop
     * sends it {@code SIGTERM} and allows it 20 s.
     */
    public static ServerCommand program(String name, List<String> line, Path folder, Path log) {
        Stop stop = new Stop(StopSignal.TERM, STOP_LIMIT);
        return new ServerCommand(name, line, Map.of("LC_ALL", "C"), folder, log, stop, List.of());
    }

    public ServerCommand withEnvironment(Map<String, String> further) {
        Map<String, String> all = new TreeMap<>(environment);
        all.putAll(further);
        return new ServerCommand(name, program, all, folder, log, stop, temporaryFiles);
    }

    public ServerCommand withStop(StopSignal signal, Duration limit) {
        return new ServerCommand(name, program, environment, folder, log, new Stop(signal, limit), temporaryFiles);
    }

    /**
     * This command with a further existing file, such as a configuration with a secret, which the server opens by name
     * and which is removed after the server has ended.
     */
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

    Duration patience() {
        return stop == null ? PATIENCE : stop.limit().plus(GUARD_LIMIT);
    }
}
