// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.power.redfish;

import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySourceType;

/** Power of a chassis as its management controller reports it. */
public final class RedfishTelemetry implements TelemetrySourceType {
    @Override
    public String service() {
        return RedfishServiceType.SERVICE;
    }

    @Override
    public TelemetrySource open(SutAddress sut) {
        return new RedfishMeter(sut, System::nanoTime);
    }
}
