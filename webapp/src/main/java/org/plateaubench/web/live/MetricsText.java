// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import io.javalin.http.Context;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * The metrics of the console and of recent runs, in the text format that the client accepts: that of OpenMetrics, which has exemplars, or
 * else that of Prometheus. Any thread.
 */
final class MetricsText {
    private static final System.Logger LOG = System.getLogger(MetricsText.class.getName());

    private final FollowedRuns followed;
    private final Broadcast lists;
    private final Supplier<OptionalInt> queueLength;
    private final ExpositionFormatWriter openMetrics = OpenMetricsTextFormatWriter.create();
    private final ExpositionFormatWriter prometheus = PrometheusTextFormatWriter.create();

    MetricsText(FollowedRuns followed, Broadcast lists, Supplier<OptionalInt> queueLength) {
        this.followed = followed;
        this.lists = lists;
        this.queueLength = queueLength;
    }

    void answer(Context context) throws IOException {
        ExpositionFormatWriter writer = openMetrics.accepts(context.header("Accept")) ? openMetrics : prometheus;
        context.header("Cache-Control", "no-store")
                .header("Vary", "Accept")
                .contentType(writer.getContentType())
                .result(bytes(writer));
    }

    private byte[] bytes(ExpositionFormatWriter writer) throws IOException {
        RunMetrics metrics = new RunMetrics();
        for (FollowedRun run : followed.measured()) {
            try {
                // A run that was just found has not been read yet.
                run.read();
            } catch (IOException | RuntimeException e) {
                // An unreadable run hides neither the other runs nor its own earlier totals; its reader logs the
                // failure.
                LOG.log(System.Logger.Level.DEBUG, "run " + run.id() + " cannot be read", e);
            }
            run.measured(metrics::add);
        }
        metrics.addConsole(followed.viewers(), lists.viewers(), queueLength.get());
        MetricSnapshots snapshots = metrics.snapshots();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        writer.write(bytes, snapshots);
        return bytes.toByteArray();
    }
}
