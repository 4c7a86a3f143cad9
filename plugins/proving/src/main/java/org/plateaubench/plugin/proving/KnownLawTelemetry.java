// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySourceType;

/** Series from the server's totals, and its planned stalls as events. */
public final class KnownLawTelemetry implements TelemetrySourceType {
    private static final double NANOS_PER_MS = 1e6;
    private static final long MIN_PERIOD_NANOS = 1_000_000_000;

    @Override
    public String service() {
        return KnownLawParameters.SERVICE;
    }

    @Override
    public TelemetrySource open(SutAddress sut) throws IOException {
        return new ServerTelemetry(LawClient.connect(LawClient.place(sut)));
    }

    /** The telemetry of one server. Not thread-safe. */
    private static final class ServerTelemetry implements TelemetrySource {
        private final LawClient client;
        private long seenNanos = -1;

        ServerTelemetry(LawClient client) {
            this.client = client;
        }

        @Override
        public List<Sample> sample() throws IOException {
            ServerCounts.Totals now = client.totals(Frames.ANY_WORKLOAD);
            List<Sample> samples = new ArrayList<>(List.of(
                    new Sample("requests", now.allReceived(), "requests", true),
                    new Sample("inFlight", now.inFlight(), "requests", false),
                    new Sample("lateness", now.latenessSumNanos() / NANOS_PER_MS, "ms late in all", true),
                    new Sample("worstLateness", now.latenessMaxNanos() / NANOS_PER_MS, "ms late", false)));
            addStalls(client.stalls(), samples);
            return samples;
        }

        /**
         * Adds the stalls that have ended since the previous sample, except stalls that are so frequent that every
         * interval has one.
         */
        private void addStalls(LawClient.Stalls stalls, List<Sample> samples) {
            long every = stalls.plan().everyNanos();
            long now = stalls.nowNanos();
            if (every >= MIN_PERIOD_NANOS && seenNanos >= 0) {
                for (long end = now / every * every; end > seenNanos; end -= every) {
                    samples.add(Sample.event(
                            "stall", Duration.ofNanos(stalls.plan().lengthNanos()), Duration.ofNanos(now - end)));
                }
            }
            seenNanos = now;
        }

        @Override
        public void close() throws IOException {
            client.close();
        }
    }
}
