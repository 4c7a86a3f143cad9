// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import io.javalin.http.Context;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** The metrics of the console and of recent runs, in the text format of Prometheus. Any thread. */
final class MetricsText {
    private static final System.Logger LOG = System.getLogger(MetricsText.class.getName());

    private final FollowedRuns followed;
    private final Broadcast lists;
    private final Supplier<OptionalInt> queueLength;
    private final PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();

    MetricsText(FollowedRuns followed, Broadcast lists, Supplier<OptionalInt> queueLength) {
        this.followed = followed;
        this.lists = lists;
        this.queueLength = queueLength;
    }

    void answer(Context context) throws IOException {
        context.header("Cache-Control", "no-store")
                .contentType(writer.getContentType())
                .result(bytes());
    }

    private byte[] bytes() throws IOException {
        RunMetrics metrics = new RunMetrics();
        for (FollowedRun run : followed.measured()) {
            try {
                // A run that was just found has not been read yet.
                run.look();
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
