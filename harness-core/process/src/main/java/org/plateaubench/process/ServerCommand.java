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
 * How a server of a SUT is started. {@link #line} is the one place where its command line is built: the program, what is
 * put before it to take rights from it, and the guard. Secrets belong neither into the command nor into the environment,
 * which other users can see. Immutable.
 *
 * @param name what it is called in messages, such as {@code Redis of SUT cache}
 * @param program path and arguments; it stays in the foreground
 * @param rights what is put before it, see {@link ServerRights}
 * @param environment variables beside the few that every child inherits, see {@link ChildEnvironment}
 * @param folder working folder, exists
 * @param log takes what it writes; its folder exists
 * @param stop how a program of others is asked to end; null for a JVM that watches its {@link Lifeline}
 * @param secretFiles are removed when it has ended
 * @param kept of a Java program of ours: names in its folder that stay the harness's while the rest is given to the user
 *     that it runs as; null when it stores nothing there
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
    /** What a server has left when it is asked to end, unless it is given another limit. */
    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);

    /** The guard kills the server first and then ends itself; with a kill of the guard, a stop ends in 30 s. */
    private static final Duration GUARD_LIMIT = Duration.ofSeconds(4);

    /** Signal that asks a server for an orderly end. */
    public enum StopSignal {
        /** Fast shutdown of PostgreSQL. A program that does not handle it never sees it behind the guard. */
        INT,
        /** What most servers expect. */
        TERM
    }

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
     * A Java program of the plugin's own, which {@linkplain Lifeline watches} its lifeline and {@linkplain ReadyLine
     * announces} that it is ready. It may store files in its folder, all of which are its own. When root starts it, it runs
     * as nobody where that user reaches its jars and its folder, and else as root without capabilities.
     *
     * @param line as {@link JavaCommand} makes it
     */
    public static ServerCommand java(String name, List<String> line, Path folder, Path log) {
        return new ServerCommand(name, line, List.of(), Map.of(), folder, log, null, List.of(), Set.of());
    }

    /**
     * A program that knows nothing of the harness: a guard ties it to that. It speaks the language C, and when it is to
     * end it gets {@code SIGTERM} and 20 s.
     */
    public static ServerCommand program(String name, List<String> line, Path folder, Path log) {
        Stop stop = new Stop(StopSignal.TERM, STOP_LIMIT);
        return new ServerCommand(name, line, List.of(), Map.of("LC_ALL", "C"), folder, log, stop, List.of(), null);
    }

    /** Of a Java program of ours: some files in its folder stay the harness's, and it cannot replace them. */
    public ServerCommand keeping(Set<String> names) {
        return new ServerCommand(name, program, rights, environment, folder, log, stop, secretFiles, names);
    }

    /** Of a Java program of ours that stores nothing: its folder stays the harness's. */
    public ServerCommand storingNothing() {
        return new ServerCommand(name, program, rights, environment, folder, log, stop, secretFiles, null);
    }

    /** With something put before the program, which must become it and keep its process id, as {@code exec} does. */
    public ServerCommand withRights(List<String> before) {
        return new ServerCommand(name, program, before, environment, folder, log, stop, secretFiles, kept);
    }

    /** With further variables. */
    public ServerCommand withEnvironment(Map<String, String> further) {
        Map<String, String> all = new TreeMap<>(environment);
        all.putAll(further);
        return new ServerCommand(name, program, rights, all, folder, log, stop, secretFiles, kept);
    }

    /** With another way to ask it to end; of a program of others only. */
    public ServerCommand withStop(StopSignal signal, Duration limit) {
        return new ServerCommand(
                name, program, rights, environment, folder, log, new Stop(signal, limit), secretFiles, kept);
    }

    /** With a file, such as a configuration, that holds a secret and is removed when the server has ended. */
    public ServerCommand withSecretFile(Path file) {
        return new ServerCommand(name, program, rights, environment, folder, log, stop, List.of(file), kept);
    }

    /** The whole command line. */
    List<String> line() {
        List<String> server = new ArrayList<>(rights);
        server.addAll(program);
        return stop == null ? server : ServerGuard.guarded(stop.signal(), stop.limit(), pidFile(), server);
    }

    /** Where the guard says the process id of the server: beside the log. */
    Path pidFile() {
        return log.resolveSibling(log.getFileName().toString().replaceFirst("\\.log$", "") + ".pid");
    }

    /** Starts it. */
    ChildProcess start() throws SutException {
        ChildCommand child = new ChildCommand(name, line(), environment, folder, log);
        return stop == null
                ? ChildProcess.start(child)
                : ChildProcess.start(child, stop.limit().plus(GUARD_LIMIT));
    }
}
