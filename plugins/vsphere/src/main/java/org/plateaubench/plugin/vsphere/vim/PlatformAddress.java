// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.vim;

import java.io.IOException;
import java.time.Duration;

/** The address of a platform. Immutable; any thread. */
public interface PlatformAddress {
    /** The address for messages. */
    String place();

    /** Creates a connection for sessions, which connects when the first session is opened. */
    PlatformConnection connection();

    /** A request to a session. */
    @FunctionalInterface
    interface Question<T> {
        /** Carries out the request. */
        T ask(MachinePlatform session) throws IOException, InterruptedException;
    }

    /**
     * Carries out a request in a session of its own.
     *
     * @param limit longest wait for the answer to any call without a separate limit
     */
    default <T> T ask(Duration limit, Question<T> question) throws IOException, InterruptedException {
        try (PlatformConnection connection = connection();
                MachinePlatform session = connection.signIn(limit)) {
            return question.ask(session);
        }
    }
}
