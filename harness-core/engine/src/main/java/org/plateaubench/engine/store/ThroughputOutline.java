// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.plateaubench.engine.aggregate.Delivery;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.engine.store.record.StoredInterval;
import org.plateaubench.measure.interval.LineInterval;

/**
 * The course of a run in a few numbers: successful ends per second of all workloads, over equal parts of its length. A
 * short run is read completely; of a long run only some intervals, so that the cost is bounded. It is meant for overviews, and no judgement uses it.
 */
public final class ThroughputOutline {
    /** The greatest number of intervals that are read. */
    private static final int MOST = 256;

    private final List<Piece> pieces = new ArrayList<>();

    private record Piece(String agent, long startNanos, long endNanos, long okEnds) {}

    private ThroughputOutline() {}

    public static List<Double> of(RunFolder folder, int stretches) throws IOException {
        ThroughputOutline outline = new ThroughputOutline();
        IntervalFile file = new IntervalFile(folder.file(StoredFile.INTERVALS));
        List<IntervalFile.Place> places = new ArrayList<>();
        file.find(places::add, broken -> {});
        int read = Math.min(MOST, places.size());
        List<IntervalFile.Place> some = IntStream.range(0, read)
                .mapToObj(i -> places.get((int) ((long) i * places.size() / read)))
                .toList();
        file.read(some, workload -> true, outline::add, broken -> {});
        return outline.rates(stretches);
    }

    private void add(StoredInterval interval) {
        if (interval.state() != Delivery.MISSING) {
            long okEnds = interval.workloads().stream()
                    .flatMap(workload -> workload.lines().stream())
                    .filter(of -> of.kind() == LineInterval.Kind.OPERATION)
                    .mapToLong(of -> of.counts().okEnds())
                    .sum();
            pieces.add(new Piece(interval.agent(), interval.startNanos(), interval.endNanos(), okEnds));
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
