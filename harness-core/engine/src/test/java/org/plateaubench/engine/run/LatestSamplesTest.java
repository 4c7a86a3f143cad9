// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.SutAddress;
import org.plateaubench.engine.run.LatestSamples.TelemetryCheck;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySourceType;

/** Who reads a source that names an agent: this process is on the host of the local ones, and of no other. */
final class LatestSamplesTest {
    /** A source whose agent the address names. */
    private static final class OfAgent implements TelemetrySourceType {
        @Override
        public String service() {
            return "counters";
        }

        @Override
        public String agent(SutAddress sut) {
            return sut.property("agent");
        }

        @Override
        public TelemetrySource open(SutAddress sut) {
            throw new AssertionError("nobody asks it for samples");
        }
    }

    private static Optional<LatestSamples.Elsewhere> elsewhere(String agent, List<String> agents) throws Exception {
        SutAddress address = new SutAddress("here", "counters", Map.of("agent", agent));
        return LatestSamples.elsewhere(new OfAgent(), address, "meter here", agents);
    }

    @Test
    void aSourceOfAnAgentOnThisHostIsReadHere() throws Exception {
        assertThat(elsewhere("local", List.of("local"))).isEmpty();
        assertThat(elsewhere("", List.of("load1"))).isEmpty();
    }

    @Test
    void aSourceOfADistantAgentIsReadThere() throws Exception {
        assertThat(elsewhere("load1", List.of("local", "load1")))
                .contains(new LatestSamples.Elsewhere("Agent load1 reads it on its own host during the run.", true));
    }

    @Test
    void aSourceOfAnAgentThatIsNotOfTheRunIsReadByNone() throws Exception {
        for (String absent : List.of("local", "load9")) {
            assertThat(elsewhere(absent, List.of("load1", "load2")))
                    .contains(new LatestSamples.Elsewhere(
                            "No agent that drives load is called '" + absent
                                    + "', so that nothing will be read: name one of load1, load2.",
                            false));
        }
    }

    @Test
    void samplesAreWrittenForPeople() {
        assertThat(TelemetryCheck.sentence(List.of(
                        new TelemetrySource.Sample("watts", 371, "W", false, Duration.ofSeconds(240_359_921)),
                        new TelemetrySource.Sample("read", 1_234_567_890, "bytes", true, Duration.ofMillis(1_500)))))
                .isEqualTo("Telemetry, latest sample: read 1 234 567 890 bytes (1.50 s ago),"
                        + " watts 371 W (240 359 921 s ago).");
    }
}
