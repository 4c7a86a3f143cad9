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

    /**
     * Creates a session, which does not connect before it signs in.
     *
     * @param limit longest wait for the answer to any call without a separate limit
     */
    MachinePlatform session(Duration limit);

    @FunctionalInterface
    interface Question<T> {
        T ask(MachinePlatform session) throws IOException, InterruptedException;
    }

    /** Carries out a request in a session of its own, with a limit as for {@link #session}. */
    default <T> T ask(Duration limit, Question<T> question) throws IOException, InterruptedException {
        try (MachinePlatform session = session(limit)) {
            session.signIn();
            return question.ask(session);
        }
    }
}
