// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.power.scpi;

import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySourceType;

/** Power as an analyser measures it when it is asked. */
public final class ScpiTelemetry implements TelemetrySourceType {
    @Override
    public String service() {
        return ScpiServiceType.SERVICE;
    }

    @Override
    public TelemetrySource open(SutAddress sut) {
        return new ScpiMeter(sut, System::nanoTime);
    }
}
