// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.rig;

import java.util.Map;
import org.plateaubench.app.metric.Metric;
import org.plateaubench.app.metric.MetricList;
import org.plateaubench.app.metric.PrometheusText;
import org.plateaubench.engine.aggregate.Delivery;
import org.plateaubench.engine.report.series.RunTotals;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.wire.ToController;

/** The metrics that an agent has sent of its current or last run. Thread-safe. */
final class AgentMetrics {
    private final String agent;
    private String run = "";
    private boolean active;
    private long runs;
    private RunTotals totals = new RunTotals();

    AgentMetrics(String agent) {
        this.agent = agent;
    }

    /** Begins a run and discards the metrics of the previous one. */
    synchronized void begin(String id) {
        run = id;
        active = true;
        runs++;
        totals = new RunTotals();
    }

    /** Ends the run; its metrics are kept. */
    synchronized void end() {
        active = false;
    }

    synchronized void add(ToController message) {
        if (message instanceof ToController.Snapshot snapshot) {
            totals.interval(StoredInterval.of(snapshot.interval(), Delivery.ON_TIME));
        }
    }

    synchronized String text() {
        Map<String, String> self = Map.of("agent", agent);
        MetricList metrics = new MetricList("agent.");
        metrics.add(
                Metric.Type.LEVEL, "agent.active", "", "1 while the agent serves a run, then 0", self, active ? 1 : 0);
        metrics.add(
                Metric.Type.TOTAL, "agent.runs", "", "Runs that this process has begun to serve", self, (double) runs);
        metrics.addRun(MetricList.labels(self, "run", run), totals, null);
        return PrometheusText.PROMETHEUS.of(metrics.all());
    }
}
