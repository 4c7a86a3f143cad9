// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

public enum AgentForm {
    /** The agent runs in a thread of the controller's process. */
    THREAD,
    PROCESS
}
