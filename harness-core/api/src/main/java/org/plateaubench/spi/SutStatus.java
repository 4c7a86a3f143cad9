// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.util.List;

/**
 * The status of a SUT. Immutable.
 *
 * @param state the state
 * @param detail a sentence for a person
 * @param processIds ids of the processes on this host that are part of the SUT and whose CPU time is counted as its
 *     own; empty if unknown
 */
public record SutStatus(State state, String detail, List<Long> processIds) {
    /** The states of a SUT. */
    public enum State {
        RUNNING,
        STOPPED,
        /** It was started and has ended, or does not answer. */
        FAILED
    }

    public SutStatus {
        processIds = List.copyOf(processIds);
    }
}
