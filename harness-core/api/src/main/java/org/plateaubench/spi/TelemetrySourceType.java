// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import org.plateaubench.api.SutAddress;

/** A kind of time series of a SUT. Stateless; any thread. */
public interface TelemetrySourceType {
    /** Name of the SUT service that this telemetry belongs to. */
    String service();

    /** Opens the source for one SUT. */
    TelemetrySource open(SutAddress sut) throws Exception;
}
