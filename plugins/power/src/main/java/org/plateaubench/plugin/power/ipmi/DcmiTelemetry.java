// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.power.ipmi;

import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySourceType;

/** Power as a management controller reports it by DCMI. */
public final class DcmiTelemetry implements TelemetrySourceType {
    @Override
    public String service() {
        return DcmiServiceType.SERVICE;
    }

    @Override
    public TelemetrySource open(SutAddress sut) {
        return new DcmiMeter(sut, System::nanoTime);
    }
}
