// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/** The agent of one run on the controller's host. One thread. */
interface LocalAgent extends AutoCloseable {
    /** Messages that may wait in each direction. */
    int MESSAGES_ON_THE_WAY = 1_024;

    /** How long an agent may take to end when its run is over. */
    int END_SECONDS = 15;

    /** The controller's end of the connection. */
    Transport<ToAgent, ToController> transport();

    /** Ends the connection, and waits for the end of the agent, some seconds at most, or until it is interrupted. */
    @Override
    void close();
}
