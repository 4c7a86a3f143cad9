// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.vcenter;

import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySourceType;

/** Real-time samples of the performance manager, of all hosts and of the machines that the SUT names. */
public final class VcenterTelemetry implements TelemetrySourceType {
    @Override
    public String service() {
        return VcenterAddress.SERVICE;
    }

    @Override
    public TelemetrySource open(SutAddress sut) {
        return new RealTimeSamples(new VcenterAddress(sut), System::nanoTime);
    }
}
