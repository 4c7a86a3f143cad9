// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.util.List;

/**
 * The state of a SUT.
 *
 * @param state the state, as far as it is known
 * @param detail a sentence for a person
 * @param processIds processes on this host whose CPU time is the SUT's; empty when not known
 */
public record SutStatus(State state, String detail, List<Long> processIds) {
    /** The known states of a SUT. */
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
