// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

/** The progress of an agent. */
enum AgentState {
    JOINING,
    GREETED,
    CALIBRATED,
    READY,
    FINISHED,
    FAILED,
    LOST;

    boolean isOver() {
        return this == FINISHED || this == FAILED || this == LOST;
    }
}
