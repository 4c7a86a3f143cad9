// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.recorder;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.plateaubench.measure.interval.Evenness;
import org.plateaubench.measure.interval.PhaseWindow;

/**
 * The units that users have begun at the edges of equal slices of time (measurement rule M25).
 *
 * @param users indexes of the users that count
 * @param edges the counts of all users at each edge
 * @param last the counts of all users at the end
 */
@SuppressWarnings("ArrayRecordComponent")
public record EvennessCounts(int firstUser, int[] users, List<long[]> edges, long[] last) {
    /** Users whose units differ by at most this share are one group. */
    private static final double GROUP_WIDTH = 0.02;

    private static final double MARGIN = 1.25;
    private static final double STANDARD_ERRORS = 3;

    public Evenness evenness(PhaseWindow window, long nanos, long readings, int[] waits) {
        List<Integer> ascending = IntStream.of(users)
                .boxed()
                .sorted(Comparator.comparingLong(this::units))
                .toList();
        List<Evenness.Group> groups = new ArrayList<>();
        int from = 0;
        while (from < ascending.size()) {
            int to = from;
            long units = 0;
            long waited = 0;
            double groupEnd = units(ascending.get(from)) * (1 + GROUP_WIDTH);
            for (; to < ascending.size() && units(ascending.get(to)) <= groupEnd; to++) {
                units += units(ascending.get(to));
                waited += waits[ascending.get(to)];
            }
            groups.add(new Evenness.Group(firstUser + ascending.get(from), to - from, units, waited));
            from = to;
        }
        return new Evenness(window, nanos, readings, Math.max(dispersion(1), dispersion(2)), groups);
    }

    private long units(int user) {
        return last[user] - edges.getFirst()[user];
    }

    /**
     * The squared differences between the units of users in slices of the given width and those expected from the
     * totals of users and slices, divided by those of independent units, at the upper end of its error.
     */
    private double dispersion(int width) {
        double[] ofSlice = new double[(edges.size() - 1) / width];
        double[] ofUser = new double[last.length];
        double all = 0;
        for (int user : users) {
            for (int slice = 0; slice < ofSlice.length; slice++) {
                double units = units(user, slice, width);
                ofSlice[slice] += units;
                ofUser[user] += units;
                all += units;
            }
        }
        double squares = 0;
        double sameUser = 0;
        double sameSlice = 0;
        for (int user : users) {
            sameUser += ofUser[user] * ofUser[user];
            for (int slice = 0; slice < ofSlice.length; slice++) {
                double difference = units(user, slice, width) - ofUser[user] * ofSlice[slice] / Math.max(1, all);
                squares += difference * difference;
            }
        }
        for (double units : ofSlice) {
            sameSlice += units * units;
        }
        double independent = all * (1 - sameUser / (all * all)) * (1 - sameSlice / (all * all));
        double degrees = Math.max(1, (users.length - 1.0) * (ofSlice.length - 1));
        return independent > 0 ? squares / independent * (MARGIN + STANDARD_ERRORS / Math.sqrt(degrees)) : 0;
    }

    private double units(int user, int slice, int width) {
        return edges.get((slice + 1) * width)[user] - edges.get(slice * width)[user];
    }
}
