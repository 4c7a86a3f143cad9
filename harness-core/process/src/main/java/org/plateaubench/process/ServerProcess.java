// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.plateaubench.api.IoReason;
import org.plateaubench.spi.SutException;

/**
 * A ready server of a SUT, in a separate process. The server and all processes that it has started end when the harness
 * ends, even if the harness is killed. Thread-safe.
 */
public final class ServerProcess implements AutoCloseable {
    private final ServerCommand command;
    private final ChildProcess child;
    private final long pid;
    private final String announced;

    /** The cause of a failed start: another process took the port between the check and the server's start. */
    static final class PortTaken extends Exception {
        private static final long serialVersionUID = 1L;

        PortTaken(SutException cause) {
            super(cause);
        }
    }

    private ServerProcess(ServerCommand command, ChildProcess child, long pid, String announced) {
        this.command = command;
        this.child = child;
        this.pid = pid;
        this.announced = announced;
    }

    /**
     * Starts a server and returns when it is ready; leaves no process behind if it fails.
     *
     * @param input lines for its standard input, the place for secrets; none for a foreign program
     * @param <T> result of the probe, announced by its {@code toString}
     * @throws SutException with a sentence that contains the end of its log
     */
    static <T> ServerProcess start(ServerCommand command, List<String> input, Readiness<T> readiness, Duration limit)
            throws SutException, InterruptedException {
        try {
            Files.deleteIfExists(command.pidFile());
        } catch (IOException e) {
            throw new SutException("The file " + command.pidFile() + " cannot be removed: " + IoReason.of(e), e);
        }
        ChildProcess child = ChildProcess.start(command);
        ServerProcess ready = null;
        try {
            for (String line : input) {
                child.writeLine(line);
            }
            ready = child.awaitReady(ofBoth(command, readiness), limit);
            return ready;
        } catch (SutException e) {
            throw child.hasLogged("ddress already in use")
                    ? new SutException(String.valueOf(e.getMessage()), new PortTaken(e))
                    : e;
        } finally {
            if (ready == null) {
                end(command, child);
            }
        }
    }

    private static <T> Readiness<ServerProcess> ofBoth(ServerCommand command, Readiness<T> readiness) {
        return child -> {
            Optional<T> result = readiness.probe(child);
            if (result.isEmpty()) {
                return Optional.empty();
            }
            String pid = command.stop() == null
                    ? Long.toString(child.pid())
                    : Files.readString(command.pidFile()).strip();
            return pid.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new ServerProcess(
                            command, child, Long.parseLong(pid), result.get().toString()));
        };
    }

    /** Process id of the server itself, not of its guard. */
    public long pid() {
        return pid;
    }

    /** The value that a Java program of the plugin announced when it was ready, such as its port. */
    public String announced() {
        return announced;
    }

    /** The file to which its output is written. */
    public Path log() {
        return command.log();
    }

    /** Whether the server runs. */
    public boolean isAlive() {
        return child.isAlive();
    }

    /**
     * A sentence about how the server ended, with its last output.
     *
     * @throws IllegalThreadStateException while it runs
     */
    public String ending() {
        return child.ending() + "; " + child.logTail();
    }

    /**
     * Stops it, cleanly if possible, and removes its temporary files. Does nothing when it has stopped.
     *
     * @throws SutException when it cannot be killed
     */
    @Override
    public void close() throws SutException {
        end(command, child);
    }

    private static void end(ServerCommand command, ChildProcess child) throws SutException {
        child.close();
        for (Path file : command.temporaryFiles()) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                throw new SutException("The file " + file + " cannot be removed: " + IoReason.of(e), e);
            }
        }
    }
}
