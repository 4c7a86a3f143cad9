// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.SutAddress;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.spi.WorkloadContext;

class OlioWorkloadTest {
    private final OlioWorkload workload = new OlioWorkload();

    static OlioParameters with(Profile profile) {
        return new OlioParameters(profile, Dialect.Name.PLATEAU, 0, 0, 60);
    }

    private List<String> limits(Profile profile) {
        return workload.define(with(profile)).operations().stream()
                .flatMap(operation -> operation.limits().stream())
                .map(QosLimit::toString)
                .toList();
    }

    @Test
    void limitsFollowProfile() {
        assertThat(limits(Profile.FABAN_2015))
                .containsExactly(
                        "p90 <= 1000ms",
                        "p90 <= 1000ms",
                        "p90 <= 2000ms",
                        "p90 <= 2000ms",
                        "p90 <= 2000ms",
                        "p90 <= 3000ms",
                        "p90 <= 4000ms");
        assertThat(limits(Profile.CLOUDSTONE_2015))
                .containsExactly(
                        "p90 <= 250ms",
                        "p90 <= 250ms",
                        "p90 <= 250ms",
                        "p90 <= 250ms",
                        "p90 <= 500ms",
                        "p90 <= 500ms",
                        "p90 <= 500ms");
    }

    @Test
    void addPersonAndAddEventHaveMinimumCycles() {
        WorkloadDefinition definition = workload.define(with(Profile.FABAN_2015));
        assertThat(definition.pacing().kind()).isEqualTo(Pacing.Kind.CYCLE);
        assertThat(definition.units().stream().map(unit -> gap(unit).sampleNanos(0) / 1_000_000_000))
                .containsExactly(0L, 0L, 0L, 0L, 0L, 2L, 3L);
        assertThat(definition.units())
                .allSatisfy(unit -> assertThat(gap(unit).sampleNanos(Math.nextDown(1.0)))
                        .isEqualTo(Duration.ofSeconds(25).toNanos()));
    }

    private static Distribution gap(UnitDefinition unit) {
        return Objects.requireNonNull(unit.gap());
    }

    /** Otherwise a connection could time out before the operation does. */
    @Test
    void connectionTimeoutsExceedOperationTimeout() {
        SutAddress sut = new SutAddress("site", "http", Map.of("url", "http://127.0.0.1:1/"));
        OlioSession session = new OlioSession(new WorkloadContext<>(1, "olio", with(Profile.MODERN), sut, 25, 42L));
        HttpSettings settings = session.connections.settings();
        session.close();
        assertThat(settings.readTimeout()).isGreaterThanOrEqualTo(Duration.ofHours(1));
        assertThat(settings.exchangeTimeout()).isGreaterThanOrEqualTo(Duration.ofHours(1));
    }

    @Test
    void connectionCountDefaultsToProfile() {
        assertThat(with(Profile.MODERN).effectiveConnections()).isEqualTo(6);
        assertThat(with(Profile.FABAN_2015).effectiveConnections()).isEqualTo(1);
    }
}
