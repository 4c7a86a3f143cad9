// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.power.rapl;

import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySourceType;

/** Energy of zones of processors as a running total. */
public final class RaplTelemetry implements TelemetrySourceType {
    @Override
    public String service() {
        return RaplServiceType.SERVICE;
    }

    @Override
    public String agent(SutAddress sut) {
        return sut.property(RaplServiceType.AGENT);
    }

    @Override
    public TelemetrySource open(SutAddress sut) {
        return new RaplMeter(sut, System::nanoTime);
    }
}
