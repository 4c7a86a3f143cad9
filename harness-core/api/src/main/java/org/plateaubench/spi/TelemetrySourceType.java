// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import org.plateaubench.api.SutAddress;

/** A kind of time series of a SUT. Stateless; any thread. */
public interface TelemetrySourceType {
    /** Name of the SUT service that this telemetry belongs to. */
    String service();

    /**
     * Name of the agent that samples the source, for what can be read on the host of that agent only; it must drive load, since other
     * agents have no plugin. The answer depends on the address alone: each agent asks, and the controller, which accepts samples of no other
     * agent.
     *
     * @return empty for the first agent that drives load, which samples everything that has no agent of its own
     */
    default String agent(SutAddress sut) {
        return "";
    }

    /** Opens the source for one SUT. */
    TelemetrySource open(SutAddress sut) throws Exception;
}
