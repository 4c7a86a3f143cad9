// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving.service;

import java.io.IOException;
import java.util.List;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.proving.server.Frames;
import org.plateaubench.plugin.proving.server.Totals;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySourceType;

/** Series from the server's totals. */
public final class KnownLawTelemetry implements TelemetrySourceType {
    private static final double NANOS_PER_MS = 1e6;

    @Override
    public String service() {
        return KnownLawParameters.SERVICE;
    }

    @Override
    public TelemetrySource open(SutAddress sut) throws IOException {
        LawClient client = LawClient.connect(LawClient.place(sut));
        return new TelemetrySource() {
            @Override
            public List<Sample> sample() throws IOException {
                Totals now = client.totals(Frames.ANY_WORKLOAD);
                return List.of(
                        new Sample("requests", now.allReceived(), "requests", true),
                        new Sample("inFlight", now.inFlight(), "requests", false),
                        new Sample("lateness", now.latenessSumNanos() / NANOS_PER_MS, "ms late in all", true),
                        new Sample("worstLateness", now.latenessMaxNanos() / NANOS_PER_MS, "ms late", false));
            }

            @Override
            public void close() throws IOException {
                client.close();
            }
        };
    }
}
