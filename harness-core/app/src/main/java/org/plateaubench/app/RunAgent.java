// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/** An agent of one run, from the side of its controller. One thread. */
interface RunAgent extends AutoCloseable {
    /** Messages that may wait in each direction. */
    int MESSAGES_ON_THE_WAY = 1_024;

    /** How long an agent may take to end when its run is over. */
    int END_SECONDS = 15;

    /** Has an agent take part in a run; it may still be starting when this returns. */
    @FunctionalInterface
    interface Source {
        /**
         * Called once per agent on the thread of the run; must not wait for the agent. Where the agent cannot be had, the
         * transport fails with the reason, a sentence for a person.
         *
         * @param name name of the agent, as in the plan
         */
        RunAgent engage(String name);
    }

    /** The controller's end of the connection. */
    Transport<ToAgent, ToController> transport();

    /** Ends the connection, and waits for the end of the agent, some seconds at most, or until it is interrupted. */
    @Override
    void close();
}
