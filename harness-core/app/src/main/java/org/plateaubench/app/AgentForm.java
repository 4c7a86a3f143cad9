// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

/** Where the agent of this host runs. */
public enum AgentForm {
    /** In a thread of the controller's process. */
    THREAD,
    /** In a process of its own. */
    PROCESS
}
