// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

interface RunAgent extends AutoCloseable {
    int MESSAGES_ON_THE_WAY = 1_024;

    int END_SECONDS = 15;

    /** Starts agents of a run; an agent may still be starting when the method returns. */
    @FunctionalInterface
    interface Source {
        /**
         * Starts an agent. Called once per agent on the thread of the run; must not wait for the agent. If the agent
         * cannot be started, the transport fails with the reason, a sentence for the operator.
         */
        RunAgent engage(String name);
    }

    Transport<ToAgent, ToController> transport();

    /** Ends the connection, and waits for the end of the agent for at most some seconds, or until it is interrupted. */
    @Override
    void close();
}
