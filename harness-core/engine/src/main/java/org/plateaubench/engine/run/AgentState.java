// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

public enum AgentState {
    JOINING,
    GREETED,
    CALIBRATED,
    READY,
    FINISHED,
    FAILED,
    LOST;

    public boolean isOver() {
        return this == FINISHED || this == FAILED || this == LOST;
    }
}
