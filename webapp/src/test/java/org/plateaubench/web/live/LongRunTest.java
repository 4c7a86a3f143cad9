// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Four hours of a point per second, of which a browser asks for parts. */
@Timeout(120)
final class LongRunTest {
    @TempDir
    Path runs;

    @Test
    void fourHoursAreShownInAsManyPointsAsAskedForAndEachPartInItsOwn() throws Exception {
        String id = LongRun.write(runs, Duration.ofHours(4)).runId();
        try (LiveFixture fixture = new LiveFixture(runs)) {
            String path = "/api/v1/runs/" + id + "/series";
            JsonNode whole = fixture.json(path + "?points=2000");
            assertThat(whole.get("binSeconds").asDouble()).isEqualTo(8);
            assertThat(whole.get("time")).hasSize(1_800);
            assertThat(series(whole)).isGreaterThanOrEqualTo(30);
            // The interval in the middle never arrived.
            assertThat(whole.get("missing").get(900).asInt()).isEqualTo(1);

            JsonNode part = fixture.json(path + "?points=600&from=4790&to=5390");
            assertThat(part.get("binSeconds").asDouble()).isEqualTo(1);
            assertThat(part.get("time")).hasSize(600);
            assertThat(part.get("time").get(0).asDouble()).isEqualTo(4790.5);
            assertThat(failed(part, 9)).isEqualTo(0);
            assertThat(failed(part, 10)).isEqualTo(6);
            assertThat(failed(part, 29)).isEqualTo(6);
            assertThat(failed(part, 30)).isEqualTo(0);

            JsonNode gap = fixture.json(path + "?points=100&from=7190&to=7210");
            assertThat(throughput(gap).get(10).isNull()).isTrue();
            assertThat(throughput(gap).get(11).isNull()).isFalse();
        }
    }

    private static JsonNode throughput(JsonNode tree) {
        return tree.get("workloads").get(0).get("series").get("throughput");
    }

    private static double failed(JsonNode tree, int point) {
        return tree.get("workloads")
                .get(0)
                .get("series")
                .get("failed")
                .get(point)
                .asDouble();
    }

    private static int series(JsonNode tree) {
        int series = tree.get("telemetry").size();
        for (JsonNode workload : tree.get("workloads")) {
            series += workload.get("series").size();
            for (JsonNode operation : workload.get("operations")) {
                series += operation.get("series").size();
            }
        }
        return series;
    }
}
