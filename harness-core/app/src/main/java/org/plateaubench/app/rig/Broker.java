// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.rig;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.rig.Credentials;
import org.plateaubench.rig.Role;
import org.plateaubench.rig.broker.BrokerFolder;
import org.plateaubench.rig.broker.BrokerServer;

/** The broker of a rig for commands: a nats-server that is a child of this process. Thread-safe. */
public final class Broker implements AutoCloseable {
    private final BrokerServer server;

    private Broker(BrokerServer server) {
        this.server = server;
    }

    public static Path defaultFolder() {
        return Path.of(System.getProperty("user.home"), ".plateau", "broker");
    }

    /**
     * Starts a broker, and returns when it is ready.
     *
     * @param program the nats-server, null to search for it
     * @param host name or address to which agents and controllers connect
     */
    public static Broker start(@Nullable Path program, Path folder, String host, int port)
            throws IOException, InterruptedException {
        Path found = BrokerServer.program(program);
        BrokerServer.requireNone(folder);
        return new Broker(BrokerServer.start(found, BrokerFolder.prepare(folder, host, port)));
    }

    /**
     * The reason why no user can have a name, without a full stop; empty if one can.
     *
     * @param isController see {@link #add}
     */
    public static Optional<String> flaw(String name, boolean isController) {
        return BrokerFolder.flaw(name, role(isController));
    }

    private static Role role(boolean isController) {
        return isController ? Role.CONTROLLER : Role.AGENT;
    }

    /**
     * Adds a user and writes its credentials.
     *
     * @param isController whether it starts runs; otherwise it drives their load
     * @return whether a running broker already admits it; otherwise the next start does
     */
    public static boolean add(@Nullable Path program, Path folder, String name, boolean isController, Path credentials)
            throws IOException, InterruptedException {
        BrokerFolder broker = BrokerFolder.existing(folder);
        Credentials user = broker.add(name, role(isController));
        user.write(credentials);
        return BrokerServer.reload(BrokerServer.program(program), broker);
    }

    /**
     * Removes a user; its connections end.
     *
     * @return whether a broker was running
     */
    public static boolean remove(@Nullable Path program, Path folder, String name)
            throws IOException, InterruptedException {
        BrokerFolder broker = BrokerFolder.existing(folder);
        broker.remove(name);
        return BrokerServer.reload(BrokerServer.program(program), broker);
    }

    /** Whether the server runs. */
    public boolean isAlive() {
        return server.isAlive();
    }

    /** A sentence about how it ended. */
    public String ending() {
        return server.ending();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
