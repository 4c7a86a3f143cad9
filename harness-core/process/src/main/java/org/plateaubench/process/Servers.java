// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.plateaubench.spi.SutException;

/** The servers of one launch, in the order of their start, and the ports assigned to them. Not thread-safe. */
public final class Servers {
    private static final int TRIES = 3;
    private static final int MAX_PORT = 65_535;

    private final List<ServerProcess> started = new ArrayList<>();
    private final Set<Integer> ports = new HashSet<>();

    private Servers() {}

    @FunctionalInterface
    public interface Launch<T> {
        T launch(Servers servers) throws IOException, SutException, InterruptedException;
    }

    /** Launches all servers or none; up to three attempts, each with free ports, if another process takes a port. */
    public static <T> T launch(Launch<T> launch) throws IOException, SutException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            Servers servers = new Servers();
            boolean isComplete = false;
            try {
                T result = launch.launch(servers);
                isComplete = true;
                return result;
            } catch (SutException e) {
                if (attempt == TRIES || !(e.getCause() instanceof ServerProcess.PortTaken)) {
                    throw e;
                }
            } finally {
                if (!isComplete) {
                    end(servers.started);
                }
            }
        }
    }

    public ServerProcess startJava(ServerCommand command, List<String> input, Duration limit)
            throws SutException, InterruptedException {
        return startAndAdd(command, input, ReadyLine.awaited(), limit);
    }

    public <T> ServerProcess start(ServerCommand command, Readiness<T> readiness, Duration limit)
            throws SutException, InterruptedException {
        return startAndAdd(command, List.of(), readiness, limit);
    }

    private <T> ServerProcess startAndAdd(
            ServerCommand command, List<String> input, Readiness<T> readiness, Duration limit)
            throws SutException, InterruptedException {
        ServerProcess server = ServerProcess.start(command, input, readiness, limit);
        started.add(server);
        return server;
    }

    /** The given port or, with 0, one that was free a moment ago. No two servers of a launch get the same port. */
    public int port(String name, int configuredPort, int... offsets) throws SutException {
        int port = configuredPort == 0 ? free(offsets) : Ports.requireFree(configuredPort, name);
        if (!ports.add(port)) {
            throw new SutException(name + " was given port " + configuredPort
                    + " twice; give each use a port of its own, or 0 for a free one.");
        }
        IntStream.of(offsets).forEach(offset -> ports.add(port + offset));
        return port;
    }

    private int free(int... offsets) throws SutException {
        while (true) {
            int port = Ports.free();
            if (IntStream.concat(IntStream.of(0), Arrays.stream(offsets))
                    .map(offset -> port + offset)
                    .allMatch(each -> each <= MAX_PORT && !ports.contains(each))) {
                return port;
            }
        }
    }

    public int portOrAny(String name, int configuredPort) throws SutException {
        return configuredPort == 0 ? 0 : port(name, configuredPort);
    }

    List<ServerProcess> started() {
        return List.copyOf(started);
    }

    static void end(List<ServerProcess> servers) throws SutException {
        SutException failure = null;
        for (ServerProcess server : servers.reversed()) {
            try {
                server.close();
            } catch (SutException e) {
                failure = failure == null ? e : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
