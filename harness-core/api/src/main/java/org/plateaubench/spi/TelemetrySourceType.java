// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import org.plateaubench.api.SutAddress;

/** A kind of telemetry source of a SUT. Stateless and thread-safe. */
public interface TelemetrySourceType {
    /** Name of the SUT service to which this telemetry belongs. */
    String service();

    /**
     * Name of the agent that samples the source, for values that can only be read on the host of that agent, which must
     * drive load; empty for the first one that does. The name must depend only on the address.
     */
    default String agent(SutAddress sut) {
        return "";
    }

    /** Opens the source of one SUT. */
    TelemetrySource open(SutAddress sut) throws Exception;
}
