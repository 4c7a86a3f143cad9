// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.agent;

/** Thrown when an agent cannot take part in a run. The message is one sentence for the operator. */
final class AgentFailure extends Exception {
    private static final long serialVersionUID = 1L;

    AgentFailure(String message) {
        super(message);
    }

    AgentFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
