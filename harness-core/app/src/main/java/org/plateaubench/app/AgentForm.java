// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

public enum AgentForm {
    THREAD,
    PROCESS
}
