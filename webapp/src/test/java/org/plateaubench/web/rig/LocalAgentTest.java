// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.app.host.Advice;
import org.plateaubench.app.host.Expectation;
import org.plateaubench.app.host.HostReport;
import org.plateaubench.engine.document.Documents;

final class LocalAgentTest {
    @Test
    void whatWasMeasuredIsAnsweredWithItsFieldsInOrder() {
        LocalAgent.Calibrated calibrated = new LocalAgent.Calibrated(
                Instant.parse("2026-01-31T12:00:00Z"),
                List.of(new HostReport.Figure("Clock", "25 ns")),
                new LocalAgent.ShownExpectation(
                        new Expectation.Fit(true, false, 100_000, 256, 4_000), List.of("It is fit.")));
        assertThat(Documents.line(calibrated)).isEqualTo("""
                {"measuredAt":"2026-01-31T12:00:00Z","figures":[{"name":"Clock","value":"25 ns"}],\
                "expectation":{"fitForStandard":true,"fitForDev":false,"operationsPerSecond":100000,\
                "threadUsers":256,"users":4000,"sentences":["It is fit."]}}""");
        Advice advice = new Advice("Swap", Advice.State.UNKNOWN, "Not known here.", "", "swapoff -a");
        assertThat(Documents.line(advice.shown())).isEqualTo("""
                {"topic":"Swap","state":"not known","found":"Not known here.","why":null,"command":"swapoff -a"}""");
    }
}
