// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.app.runs.MetricList.Metric;
import org.plateaubench.app.runs.MetricList.Metric.Buckets;
import org.plateaubench.app.runs.MetricList.Metric.Point;
import org.plateaubench.app.runs.MetricList.Metric.Type;

final class PrometheusTextTest {
    @Test
    void textHasTotalsLevelsAndBuckets() {
        Map<String, String> login = Map.of("operation", "login");
        Point times = new Point(login, 90.002, new Buckets(List.of(0.001048575), List.of(2L, 1L)));
        assertThat(PrometheusText.of(List.of(
                                new Metric("operations", Type.TOTAL, "", "Ends", List.of(new Point(login, 3, null))),
                                new Metric(
                                        "agent.stall",
                                        Type.LEVEL,
                                        "s",
                                        "Late",
                                        List.of(new Point(Map.of(), 5e-3, null))),
                                new Metric("operation.response", Type.TIMES, "s", "Times", List.of(times))))
                        .lines())
                .containsExactly(
                        "# HELP plateau_operations_total Ends.",
                        "# TYPE plateau_operations_total counter",
                        "plateau_operations_total{operation=\"login\"} 3",
                        "# HELP plateau_agent_stall_seconds Late.",
                        "# TYPE plateau_agent_stall_seconds gauge",
                        "plateau_agent_stall_seconds 0.005",
                        "# HELP plateau_operation_response_seconds Times.",
                        "# TYPE plateau_operation_response_seconds histogram",
                        "plateau_operation_response_seconds_bucket{operation=\"login\",le=\"0.001048575\"} 2",
                        "plateau_operation_response_seconds_bucket{operation=\"login\",le=\"+Inf\"} 3",
                        "plateau_operation_response_seconds_count{operation=\"login\"} 3",
                        "plateau_operation_response_seconds_sum{operation=\"login\"} 90.002");
    }
}
