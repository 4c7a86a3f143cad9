// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.agent;

/** An agent cannot do its part. The message is one sentence for a person. */
final class AgentFailure extends Exception {
    private static final long serialVersionUID = 1L;

    AgentFailure(String message) {
        super(message);
    }

    AgentFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
