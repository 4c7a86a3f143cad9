// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.plateaubench.engine.aggregate.Delivery;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.engine.store.file.BoundedFile;
import org.plateaubench.engine.store.record.StoredInterval;
import org.plateaubench.measure.interval.LineInterval;

/**
 * The course of a run in a few numbers: successful ends per second of all workloads, over equal parts of its length. A
 * short run is read completely; of a long run only some intervals of each part are read, so that the cost is bounded by
 * a constant. It is meant for overviews, and no judgement uses it.
 */
public final class ThroughputOutline {
    private static final int MOST_BYTES = 4 * 1024 * 1024;
    private static final int FIRST_BYTES = 16 * 1024;
    private static final int LINES_PER_SAMPLE = 4;

    private final List<Piece> pieces = new ArrayList<>();

    private record Piece(String agent, long startNanos, long endNanos, long okEnds) {}

    private ThroughputOutline() {}

    public static List<Double> of(RunFolder folder, int stretches) throws IOException {
        ThroughputOutline outline = new ThroughputOutline();
        try {
            outline.read(folder.file(StoredFile.INTERVALS), stretches);
        } catch (NoSuchFileException e) {
            return List.of();
        }
        return outline.rates(stretches);
    }

    private void read(Path file, int stretches) throws IOException {
        try (FileChannel channel = BoundedFile.open(file)) {
            long size = channel.size();
            if (size <= MOST_BYTES) {
                lines(BoundedFile.text(channel, 0, (int) size), this::take);
                return;
            }
            int line = BoundedFile.text(channel, 0, MOST_BYTES / 4).indexOf('\n') + 1;
            int sample = Math.clamp((long) line * LINES_PER_SAMPLE, FIRST_BYTES, MOST_BYTES / 4);
            int samples = Math.min(stretches, MOST_BYTES / sample);
            for (int i = 0; i < samples; i++) {
                long from = (size - sample) * i / (samples - 1);
                String text = BoundedFile.text(channel, from, sample);
                lines(from == 0 ? text : text.substring(text.indexOf('\n') + 1), this::take);
            }
        }
    }

    /** Passes on each complete line. */
    private static void lines(String text, Consumer<String> taker) {
        int from = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
            taker.accept(text.substring(from, end));
            from = end + 1;
        }
    }

    private void take(String line) {
        try {
            StoredInterval interval = StoredInterval.read(line);
            if (interval.state() != Delivery.MISSING) {
                long okEnds = interval.workloads().stream()
                        .flatMap(workload -> workload.lines().stream())
                        .filter(of -> of.kind() == LineInterval.Kind.OPERATION)
                        .mapToLong(of -> of.counts().okEnds())
                        .sum();
                pieces.add(new Piece(interval.agent(), interval.startNanos(), interval.endNanos(), okEnds));
            }
        } catch (IllegalArgumentException e) {
            // A broken line has no value; the reader of the run's figures reports it.
            return;
        }
    }

    private List<Double> rates(int stretches) {
        long length = pieces.stream().mapToLong(Piece::endNanos).max().orElse(0);
        Map<Integer, Map<String, double[]>> byStretch = new TreeMap<>();
        for (Piece piece : pieces) {
            double middle = (piece.startNanos() / 2.0 + piece.endNanos() / 2.0) / length;
            double[] sums = byStretch
                    .computeIfAbsent((int) (middle * stretches), key -> new TreeMap<>())
                    .computeIfAbsent(piece.agent(), key -> new double[2]);
            sums[0] += piece.okEnds();
            sums[1] += (piece.endNanos() - piece.startNanos()) / Nanos.PER_SECOND;
        }
        return byStretch.values().stream()
                .map(agents -> agents.values().stream()
                        .mapToDouble(sums -> sums[0] / sums[1])
                        .sum())
                .toList();
    }
}
