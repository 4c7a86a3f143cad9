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

/** The broker of a rig, as commands use it: a nats-server that is a child of this process. Any thread. */
public final class Broker implements AutoCloseable {
    private final BrokerServer server;

    private Broker(BrokerServer server) {
        this.server = server;
    }

    /** The folder of a broker that no other was named for. */
    public static Path defaultFolder() {
        return Path.of(System.getProperty("user.home"), ".plateau", "broker");
    }

    /**
     * Starts a broker, and returns when it is ready.
     *
     * @param program the nats-server, null to search for it
     * @param folder its folder, made where there is none
     * @param host name or address that agents and controllers connect to
     * @param port port to listen on
     * @throws IOException with a sentence for a person
     */
    public static Broker start(@Nullable Path program, Path folder, String host, int port)
            throws IOException, InterruptedException {
        Path found = BrokerServer.program(program);
        BrokerServer.requireNone(folder);
        return new Broker(BrokerServer.start(found, BrokerFolder.prepare(folder, host, port)));
    }

    /**
     * Why no user can have a name, without a full stop at the end; empty when one can.
     *
     * @param isController as of {@link #add}
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
     * @param isController whether it starts runs; else it drives their load
     * @return whether a running broker admits it already; else the next start does
     * @throws IOException with a sentence for a person
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
     * @throws IOException with a sentence for a person
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

    /** How it ended, a sentence. */
    public String ending() {
        return server.ending();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
