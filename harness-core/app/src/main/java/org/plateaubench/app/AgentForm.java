// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

/** The form in which the agent of this host runs. */
public enum AgentForm {
    /** The agent runs in a thread of the controller's process. */
    THREAD,
    /** The agent runs in a separate process. */
    PROCESS
}
