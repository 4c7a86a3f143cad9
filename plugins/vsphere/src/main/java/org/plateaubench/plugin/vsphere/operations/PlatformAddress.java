// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.operations;

import java.io.IOException;
import java.time.Duration;
import org.plateaubench.api.SutAddress;

/** The address of a platform. Immutable; any thread. */
public interface PlatformAddress {
    /** The address for messages. */
    String place();

    /**
     * The address for agents, after the controller has reached the platform.
     *
     * @param instance identity of the installation
     */
    SutAddress seen(String instance);

    /** Creates a connection for sessions, which connects when the first session is opened. */
    Connection connection();

    /** A connection, which transports sessions. To be closed after they have ended. */
    interface Connection extends AutoCloseable {
        /**
         * Signs in. One thread at a time.
         *
         * @param limit longest wait for the answer to any call without a separate limit
         */
        MachinePlatform signIn(Duration limit) throws IOException, InterruptedException;

        /** Ends running calls at once; the connection is then unusable. Any thread. */
        void abort();

        @Override
        void close();
    }

    @FunctionalInterface
    interface Question<T> {
        T ask(MachinePlatform session) throws IOException, InterruptedException;
    }

    /** Carries out a request in a session of its own, with a limit as for {@link Connection#signIn}. */
    default <T> T ask(Duration limit, Question<T> question) throws IOException, InterruptedException {
        try (Connection connection = connection();
                MachinePlatform session = connection.signIn(limit)) {
            return question.ask(session);
        }
    }
}
