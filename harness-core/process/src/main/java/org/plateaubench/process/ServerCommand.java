// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.spi.SutException;

/**
 * The command that starts a server of a SUT. {@link #line} is the one place that builds its command line: the guard,
 * the prefix that takes rights from the program, and the program. Secrets belong in neither the command nor the
 * environment, which other users can see. Immutable.
 *
 * @param name name in messages, such as {@code Redis of SUT cache}
 * @param program path and arguments; it must stay in the foreground
 * @param rights prefix of the program, see {@link ServerRights}
 * @param environment variables beside the few that every child inherits, see {@link ChildEnvironment}
 * @param folder working folder; it exists
 * @param log file for its output; its folder exists
 * @param stop how a foreign program is asked to end; null for a JVM that watches its {@link Lifeline}
 * @param secretFiles files that are removed when it has ended
 * @param kept for a Java program of the harness, names in its folder that stay the harness's while the rest is given to
 *     the user that it runs as; null when it stores nothing there
 */
public record ServerCommand(
        String name,
        List<String> program,
        List<String> rights,
        Map<String, String> environment,
        Path folder,
        Path log,
        @Nullable Stop stop,
        List<Path> secretFiles,
        @Nullable Set<String> kept) {
    /** The time that a server has to end when asked, unless it is given another limit. */
    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);

    /**
     * Further time in which the guard kills the server and then ends itself; even if the guard must be killed, a stop
     * ends within 30 s.
     */
    private static final Duration GUARD_LIMIT = Duration.ofSeconds(4);

    /**
     * How a server is asked to end.
     *
     * @param limit after which it is killed, in whole seconds
     */
    record Stop(StopSignal signal, Duration limit) {}

    public ServerCommand {
        program = List.copyOf(program);
        rights = List.copyOf(rights);
        environment = Map.copyOf(environment);
        secretFiles = List.copyOf(secretFiles);
        kept = kept == null ? null : Set.copyOf(kept);
    }

    /**
     * A Java program of the plugin, which {@linkplain Lifeline watches} its lifeline and {@linkplain ReadyLine
     * announces} that it is ready. It may store files in its folder, all of which belong to it. When root starts it, it
     * runs as user nobody where that user can access its jars and its folder, and otherwise as root without
     * capabilities.
     *
     * @param line command line as {@link JavaCommand} builds it
     */
    public static ServerCommand java(String name, List<String> line, Path folder, Path log) {
        return new ServerCommand(name, line, List.of(), Map.of(), folder, log, null, List.of(), Set.of());
    }

    /**
     * A program that knows nothing of the harness; a guard ties it to the harness. Its locale is C, and a stop sends it
     * {@code SIGTERM} and gives it 20 s.
     */
    public static ServerCommand program(String name, List<String> line, Path folder, Path log) {
        Stop stop = new Stop(StopSignal.TERM, STOP_LIMIT);
        return new ServerCommand(name, line, List.of(), Map.of("LC_ALL", "C"), folder, log, stop, List.of(), null);
    }

    /**
     * This command for a Java program of the harness that stores files, except that the named files stay the harness's
     * and it cannot replace them.
     */
    public ServerCommand keeping(Set<String> names) {
        return new ServerCommand(name, program, rights, environment, folder, log, stop, secretFiles, names);
    }

    /** This command for a Java program of the harness that stores nothing: its folder stays the harness's. */
    public ServerCommand storingNothing() {
        return new ServerCommand(name, program, rights, environment, folder, log, stop, secretFiles, null);
    }

    /** This command with a prefix, which must become the program and keep its process id, as {@code exec} does. */
    public ServerCommand withRights(List<String> before) {
        return new ServerCommand(name, program, before, environment, folder, log, stop, secretFiles, kept);
    }

    /** This command with further environment variables. */
    public ServerCommand withEnvironment(Map<String, String> further) {
        Map<String, String> all = new TreeMap<>(environment);
        all.putAll(further);
        return new ServerCommand(name, program, rights, all, folder, log, stop, secretFiles, kept);
    }

    /** This command with another stop signal and limit; for a foreign program only. */
    public ServerCommand withStop(StopSignal signal, Duration limit) {
        return new ServerCommand(
                name, program, rights, environment, folder, log, new Stop(signal, limit), secretFiles, kept);
    }

    /**
     * This command with a file, such as a configuration, that holds a secret and is removed when the server has ended.
     */
    public ServerCommand withSecretFile(Path file) {
        return new ServerCommand(name, program, rights, environment, folder, log, stop, List.of(file), kept);
    }

    /** The whole command line. */
    List<String> line() {
        List<String> server = new ArrayList<>(rights);
        server.addAll(program);
        return stop == null ? server : ServerGuard.guarded(stop.signal(), stop.limit(), pidFile(), server);
    }

    /** The file beside the log in which the guard writes the process id of the server. */
    Path pidFile() {
        return log.resolveSibling(log.getFileName().toString().replaceFirst("\\.log$", "") + ".pid");
    }

    /** Starts the server. */
    ChildProcess start() throws SutException {
        ChildCommand child = new ChildCommand(name, line(), environment, folder, log);
        return stop == null
                ? ChildProcess.start(child)
                : ChildProcess.start(child, stop.limit().plus(GUARD_LIMIT));
    }
}
