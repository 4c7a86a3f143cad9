// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
 * @param stop how a foreign program is requested to end; null for a JVM that watches its {@link Lifeline}
 * @param temporaryFiles files that are removed after it has ended
 * @param needs what it must be able to access when it runs with the fewest rights; null if {@code rights} is sufficient
 */
public record ServerCommand(
        String name,
        List<String> program,
        List<String> rights,
        Map<String, String> environment,
        Path folder,
        Path log,
        @Nullable Stop stop,
        List<Path> temporaryFiles,
        @Nullable Needs needs) {
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

    /** The users that a server with the fewest rights may run as if root starts it. */
    enum User {
        /** Any user, including root. */
        ANY,
        /** Any user but root: the server refuses to run as root. */
        NOT_ROOT,
        /** Any user but root with an entry in the host's list of users: the server looks its user up by name. */
        NAMED
    }

    /**
     * What a server must be able to access when root starts it with the fewest rights.
     *
     * @param reads files and folders that it reads, beside its temporary files
     * @param writes existing files and folders of other owners to which it writes
     * @param opensLog whether it opens its log by name
     * @param user users that it may run as
     * @param kept names in its folder that the harness continues to own, while the server's user becomes the owner of
     *     the rest; null if it stores nothing there
     * @param owned further folders, which the server's user comes to own with everything in them
     */
    record Needs(
            List<Path> reads,
            List<Path> writes,
            boolean opensLog,
            User user,
            @Nullable Set<String> kept,
            List<Path> owned) {
        Needs keeping(@Nullable Set<String> names) {
            return new Needs(reads, writes, opensLog, user, names, owned);
        }

        Needs as(User other) {
            return new Needs(reads, writes, opensLog, other, kept, owned);
        }
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
        Needs needs = new Needs(JavaCommand.reads(line), List.of(), false, User.ANY, Set.of(), List.of());
        return new ServerCommand(name, line, List.of(), Map.of(), folder, log, null, List.of(), needs);
    }

    /**
     * A program that was not written for the harness; a guard makes it end with the harness. Its locale is C; a stop
     * sends it {@code SIGTERM} and allows it 20 s.
     */
    public static ServerCommand program(String name, List<String> line, Path folder, Path log) {
        Stop stop = new Stop(StopSignal.TERM, STOP_LIMIT);
        return new ServerCommand(name, line, List.of(), Map.of("LC_ALL", "C"), folder, log, stop, List.of(), null);
    }

    /**
     * This command for a foreign program that needs none of root's rights: when root starts it, it runs as user nobody
     * where that user can access what it reads, and otherwise as root without capabilities. It stores nothing, unless
     * {@link #keeping} says so.
     *
     * @param reads files and folders that it reads, beside its temporary files
     * @param writes existing files and folders of other owners to which it writes
     */
    public ServerCommand withFewestRights(List<Path> reads, List<Path> writes) {
        return withNeeds(new Needs(reads, writes, false, User.ANY, null, List.of()));
    }

    /**
     * This command for a server with the fewest rights that stores files in its folder. These then belong to the
     * server's user, except for the named ones, which continue to belong to the harness, so that the server cannot
     * replace them.
     */
    public ServerCommand keeping(Set<String> names) {
        return withNeeds(lesser().keeping(names));
    }

    /**
     * This command for a server with the fewest rights that stores nothing: its folder continues to belong to the
     * harness.
     */
    public ServerCommand storingNothing() {
        return withNeeds(lesser().keeping(null));
    }

    /**
     * This command for a server with the fewest rights that opens its log by name, so that the server's user becomes
     * the owner of the file. The folder of the log must not belong to the server, which could otherwise replace the log
     * by a link.
     */
    public ServerCommand openingLog() {
        Needs all = lesser();
        return withNeeds(new Needs(all.reads(), all.writes(), true, all.user(), all.kept(), all.owned()));
    }

    /** This command for a server with the fewest rights that refuses to run as root, even without root's rights. */
    public ServerCommand refusingRoot() {
        return withNeeds(lesser().as(User.NOT_ROOT));
    }

    /**
     * This command for a server with the fewest rights that refuses to run as root and looks up its user by name, so
     * that the user needs an entry in the host's list of users.
     */
    public ServerCommand namingUser() {
        return withNeeds(lesser().as(User.NAMED));
    }

    /**
     * This command for a server with the fewest rights that stores files in these existing folders. The server's user
     * becomes the owner of these folders and everything in them, so they must not contain other files of the harness.
     */
    public ServerCommand owning(List<Path> folders) {
        Needs all = lesser();
        return withNeeds(new Needs(all.reads(), all.writes(), all.opensLog(), all.user(), all.kept(), folders));
    }

    private Needs lesser() {
        return Objects.requireNonNull(needs, "its rights are not the fewest");
    }

    private ServerCommand withNeeds(Needs all) {
        return new ServerCommand(name, program, rights, environment, folder, log, stop, temporaryFiles, all);
    }

    /**
     * This command with a prefix, which must replace itself by the program and keep the process id, as {@code exec}
     * does.
     */
    public ServerCommand withRights(List<String> before) {
        return new ServerCommand(name, program, before, environment, folder, log, stop, temporaryFiles, needs);
    }

    /** This command with further arguments. */
    public ServerCommand withArguments(List<String> further) {
        List<String> line = new ArrayList<>(program);
        line.addAll(further);
        return new ServerCommand(name, line, rights, environment, folder, log, stop, temporaryFiles, needs);
    }

    /** This command with further environment variables. */
    public ServerCommand withEnvironment(Map<String, String> further) {
        Map<String, String> all = new TreeMap<>(environment);
        all.putAll(further);
        return new ServerCommand(name, program, rights, all, folder, log, stop, temporaryFiles, needs);
    }

    /** This command with another stop signal and limit; for a foreign program only. */
    public ServerCommand withStop(StopSignal signal, Duration limit) {
        return new ServerCommand(
                name, program, rights, environment, folder, log, new Stop(signal, limit), temporaryFiles, needs);
    }

    /**
     * This command with a further existing file, such as a configuration with a secret, which the server opens by name
     * and which is removed after the server has ended.
     */
    public ServerCommand withTemporaryFile(Path file) {
        List<Path> all = new ArrayList<>(temporaryFiles);
        all.add(file);
        return new ServerCommand(name, program, rights, environment, folder, log, stop, all, needs);
    }

    List<String> line() {
        List<String> server = new ArrayList<>(rights);
        server.addAll(program);
        return stop == null ? server : ServerGuard.guarded(stop.signal(), stop.limit(), pidFile(), server);
    }

    /** The file beside the log in which the guard writes the process id of the server. */
    Path pidFile() {
        return log.resolveSibling(log.getFileName().toString().replaceFirst("\\.log$", "") + ".pid");
    }

    ChildProcess start() throws SutException {
        ChildCommand child = new ChildCommand(name, line(), environment, folder, log);
        return stop == null
                ? ChildProcess.start(child)
                : ChildProcess.start(child, stop.limit().plus(GUARD_LIMIT));
    }
}
